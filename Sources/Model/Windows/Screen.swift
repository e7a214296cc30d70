/// What a window shows, as somebody would draw it on paper: lists, forms, an alert, and buttons.
public struct Screen: Hashable, Codable, Sendable {
  /// A part of a window.
  public struct Part: Hashable, Codable, Sendable {
    /// How a part is drawn.
    public enum Form: String, Hashable, Codable, Sendable {
      /// Rows below each other, of which one may be selected.
      case list
      /// What is known of one thing.
      case detail
      /// Fields to fill in.
      case form
      /// A question over everything else, which cannot be reached meanwhile.
      case alert
    }

    package let title: String
    package let form: Form
    package let rows: [Row]
    package let buttons: [Button]

    /// Makes a part.
    public init(_ title: String, _ form: Form, rows: [Row] = [], buttons: [Button] = []) {
      self.title = title
      self.form = form
      self.rows = rows
      self.buttons = buttons
    }
  }

  /// A line of a list, or a field of a form.
  public struct Row: Hashable, Codable, Sendable {
    package let title: String
    /// What stands beside it, such as the contents of a field or a status; nil for nothing.
    package let detail: String?
    package let isSelected: Bool
    /// Whether it stands for what the window waits for; nil for no.
    package private(set) var isWaiting: Bool?

    /// What stands where something has been asked for and is not there yet.
    public static let waiting = {
      var row = Row("waiting …")
      row.isWaiting = true
      return row
    }()

    /// Makes a row.
    public init(_ title: String, _ detail: String? = nil, isSelected: Bool = false) {
      self.title = title
      self.detail = detail
      self.isSelected = isSelected
    }
  }

  /// A button.
  public struct Button: Hashable, Codable, Sendable {
    package let title: String
    package let isEnabled: Bool

    /// Makes a button.
    public init(_ title: String, isEnabled: Bool) {
      self.title = title
      self.isEnabled = isEnabled
    }
  }

  /// The window's name; empty until a story gives it one.
  package var title = ""
  package let parts: [Part]

  /// Makes a drawing; what comes later lies over what comes before.
  public init(_ parts: [Part]) { self.parts = parts }
}
