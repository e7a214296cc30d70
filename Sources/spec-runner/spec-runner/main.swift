import ReferenceProducts
import SpecRunner

main(Catalogue.products, benchmarks: Catalogue.benchmarks)
