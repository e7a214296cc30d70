/// Ends the process with a line about a mistake in an adopter's code, in every build.
///
/// An optimised build leaves out what a failed precondition says.
@usableFromInline
package func misuse(_ message: String) -> Never { fatalError(message) }
