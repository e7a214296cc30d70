import Generators
import SpecRunner

main(Registry.catalogue.products, benchmarks: Registry.catalogue.benchmarks)
