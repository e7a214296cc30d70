import SpecRunner

SpecRunner.main()
