import Model
import Spec
let dog = Animal(animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal")
let sparrow = Animal(animalId: "Sparrow", name: "House sparrow", diet: .omnivore, categoryId: "Bird")
let s = SampleData(categories: [Category(categoryId: "Mammal"), Category(categoryId: "Bird")], animals: [dog, sparrow])
let added = Animal(animalId: "placeholder 1", name: "Dog", diet: .carnivore, categoryId: "Mammal")
func moves(_ a: Animal, _ id: String) -> [Animal] { ["Mammal", "Bird"].map { Animal(animalId: id, name: a.name, diet: a.diet, categoryId: $0) } }
func run(_ mail: Int, _ adds: Int, _ f: Int, _ r: Int, _ d: Discipline = .serial) {
let scope = Scope(name: "x", discipline: d, mailMax: mail, faultsMax: f, relaunchesMax: r, additionsMax: adds, values: Animals.Values(samples: s, additions: [added], updates: moves(dog, "Dog") + moves(sparrow, "Sparrow") + moves(added, "Added 1"), deletions: ["Dog", "Sparrow", "Added 1"]))
let c = ContinuousClock()
print(c.measure { 
let sys = RuntimeSystem(product: Animals(samples: s), scope: scope)
let props = AnimalsProperties.all(sys)
let e = Explorer(system: sys, properties: props).run()
print(e.reason, e.statistics)
for (p, v) in zip(props, e.verdicts) { print(p.name, v) }
for f in e.findings { print(f.property, "|", f.culprit, f.path.labels.count); for l in f.path.labels { print("    ", l) } }
})
}
run(3,1,1,1)
