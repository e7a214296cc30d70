/// What `help` tells beside commands.
enum HelpTopics {
  /// What is said about no command alone.
  static let texts = [
    "scopes": """
    SCOPES

    A scope bounds what is looked at: the values that people choose from, how many failures and
    kills there are, how many requests wait, how many windows are open. Within it a check takes
    every order of taps, replies, failures and kills. What needs more than the scope has is not
    seen.

      spec-runner list {product}          the scopes, and what is in each
      spec-runner check {product}         its default scopes
      spec-runner check --quick           the small ones of every product, in a few seconds
      spec-runner check {product} --scope NAME,NAME
      spec-runner fuzz {product}          at random, also where a scope is too large to be exhausted
    """,
    "promises": """
    PROMISES

    A promise is a property with a name, such as 'queue.consistent', and a sentence. Every product
    gets those that fit its parts; a product adds its own. There are five kinds: of a state, of a
    step, of a path, of what stays possible, and of values.

      spec-runner list {product}          the promises of a product
      spec-runner check {product} --property queue
      spec-runner mutate {product}        which planted defect each of them tells
    """,
    "traces": """
    TRACES

    A trace is a finding as a file: the scope and the steps, without a state. The folder 'traces' is
    the ledger of what is known. What a check finds beside it is news, and what the ledger has and a
    replay does not show any more is stale.

      spec-runner check --save            writes what is new, and removes what shows nowhere any
                                          more
      spec-runner replay TRACE            takes the steps again and tells the story
      spec-runner replay TRACE --live     with real concurrent code as well
      spec-runner replay TRACE --html FILE
      spec-runner replay TRACE --emit-test    as a test of your own code, ready to be compiled
    """,
    "exit": """
    EXIT STATUS

    \(Help.exitStatus)

    'spec-runner help <command>' says what they mean for one command.
    """,
  ]
}

extension Help {
  /// What exit statuses mean, of all commands that say nothing else.
  static let exitStatus = """
      0  what is broken is known in the ledger, and nothing else was left undecided
      1  news: a finding that is not in the ledger or shows more widely than it is known to, an
         entry that no longer reproduces, or one that is longer than it needs to be
      2  an argument or a file that cannot be used; standard error says what to do
      3  a limit, Ctrl-C or SIGTERM stopped a property before it was decided (a second one ends at
         once), or nothing can be decided, as of an app that leaks or leaves the scheduler, or of
         code that traps
    \(suiteError)
    """

  /// The one that is the same in every command that has it.
  static let suiteError = """
     70  something was not the same when it was worked out again: an error of the suite, or a
         function with hidden state
    """

  static let watch = """
    spec-runner watch [product]

    Builds the package in which it is run and has the new program do 'check --quick --quiet', once
    at the start and whenever Package.swift or a file below Sources has changed. Errors of the
    compiler are shown, and it goes on watching. Ctrl-C ends it.

    EXIT STATUS
      0  somebody ended it
      2  an argument that cannot be used, or there is no package
    """

  static let explore = """
    spec-runner explore <product> [options]

    Tells where the app stands, what windows show, and what can happen next, with what each step
    would break; takes the step whose number you type, and goes on. Reads lines, so that a file of
    them does as well. What has to stay possible is judged unless too much can follow, and then said
    to be judged no more.

    OPTIONS
      --scope NAME          one scope; the first that a check takes by default
      --design NAME, --property NAME   as for check
      --html FILE           write the whole scope as one HTML page to walk through, with the same
                            numbers; up to 2,000 states, and by default the smallest scope that a
                            check takes

    TYPE
      \(ExploreCommand.keyLines(from: 22).joined(separator: "\n  "))

    EXIT STATUS
      0  somebody ended it, or the page is written
      2  an argument or a file that cannot be used, or a scope that is too large for a page
      3  a limit or a signal ended it
    """

  static let completions = """
    spec-runner completions <bash, zsh or fish>

    Prints the script by which a shell completes commands, options, products and scopes.

      bash   source <(spec-runner completions bash)
      zsh    source <(spec-runner completions zsh)
      fish   spec-runner completions fish | source

    EXIT STATUS
      0  printed
      2  an argument that cannot be used
    """

  static let bench = """
    spec-runner bench search [product] [options]

    Measures what searches cost on this machine: every default scope, and the benchmarks that are
    registered beside the products, each in a process of its own; then the whole check, with one
    worker and with all. Seconds of a search are processors' time, those of the check the clock's;
    'bytes' are what the search holds for a state, with its share of values and answers, and 'MiB'
    the most memory of the process.

    OPTIONS
      --scope NAME          as for check; of a benchmark, its sizes
      --junit FILE          write a case for each search as JUnit XML, with its time
      --json, --markdown, --annotations   as for check

    EXIT STATUS
      0  every search came to its end
      2  an argument or a file that cannot be used
      3  a limit or Ctrl-C ended one
    """
}
