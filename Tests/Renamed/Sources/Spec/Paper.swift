import Model

/// What the app's own module `Spec` writes down.
public enum Paper {
  public static func line(_ lamp: Lamp) -> String { lamp.isOn ? "on" : "off" }
}
