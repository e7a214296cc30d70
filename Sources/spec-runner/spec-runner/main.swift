import Generators
import SpecRunner

main(Registry.catalogue.products)
