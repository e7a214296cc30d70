import Generators
import Model
import SpecRunner
import TodoProduct

main([
  RegisteredProduct(app: CheckedTodo(), named: "todo"),
  RegisteredProduct("todo-model", scopes: try [.app(name: "small")]) { _ in TodoModel() },
])
