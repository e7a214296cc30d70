import Generators

/// The texts of `help`.
enum Help {
  /// The version of the package; CHANGELOG.md begins with it.
  static let version = "0.1.0"

  /// A text about the program that runs, with a product that it knows as the example.
  static func text(_ text: String, on registry: Registry) -> String {
    let example = registry.products.prefix(2).last?.name ?? ""
    let lines = Layout.joined(text).split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      let isTitle =
        line.contains(where: \.isUppercase) && !line.contains { $0.isLowercase || $0.isNumber }
      return isTitle ? Style.heading.on(String(line)) : String(line)
    }
    return lines.joined(separator: "\n").replacing("spec-runner", with: Surroundings.programName)
      .replacing("{product}", with: example)
  }

  /// The commands, as the overview lists them.
  static let commandNames = [
    "check", "walk", "fuzz", "merge", "values", "defects", "mutate", "replay", "live", "list",
    "graph", "explore", "watch", "bench", "completions",
  ]

  static let overview = """
    spec-runner decides whether products on the ImmutableData runtime keep their promises.

    USAGE
      spec-runner [check] [product] [options]   explore exhaustively (the default command)
      spec-runner walk [product] [options]      walk at random, shrink what is found
      spec-runner fuzz [product] [options]      search beyond what can be exhausted, by strategies
      spec-runner merge <results>...            join what shards came to, of fuzz, check or mutate
      spec-runner values [product] [options]    ask properties about generated values
      spec-runner defects [product] [options]   tell the defects behind findings, and their repairs
      spec-runner mutate [product] [options]    plant defects, and see which promise catches each
      spec-runner replay <trace>...             replay saved traces
      spec-runner live [product] [options]      run real concurrent code beside the models
      spec-runner list [product]                list products, designs, scopes and properties
      spec-runner graph <product> --scope NAME  print a scope's states and steps, for other tools
      spec-runner explore <product>             walk through a scope yourself, step by step
      spec-runner watch [product]               build and check whenever a source of the package
                                                changes
      spec-runner bench search [product]        measure what searches cost on this machine
      spec-runner completions <shell>           print what bash, zsh or fish completes words by
      spec-runner help <command or topic>       say more: of a command, or of scopes, promises,
                                                traces, exit
      spec-runner --version

    ENVIRONMENT
      COLUMNS   how many columns of a terminal lines may take
      NO_COLOR  anything but nothing: no colours on a terminal; elsewhere there are none

    FIRST STEPS
      spec-runner                               every product in its default scopes
      spec-runner check {product} --property queue
      spec-runner replay traces/{product}/published/open/*.json

    EXIT STATUS
    \(exitStatus)
    """

  static let commands: [String: String] = [
    "check": """
    spec-runner check [product] [options]

    Explores every reachable state of a product within a scope, decides every property, and compares
    what is broken with the ledger of known findings. News is told first, as whole stories. Without
    a product, a line for each scope and for each known defect follows; with one, tables of
    verdicts, the shortest stories, and what each defect is; with --property or --stories, every
    known story.

    OPTIONS
      --scope NAME          one scope, or several separated by commas, or 'all' that can be
                            exhausted; 'spec-runner list' names them
      --quick               the small scopes of each product, in a few seconds
      --property NAME       only this property, or this family: 'queue' or 'queue.consistent'
      --design NAME         'published' by default; 'mutant(NAME)' has one planted defect,
                            'repair(NAME)' one defect less, 'repair(A)+repair(B)' two, 'repaired'
                            all
      --limit-depth N       the most steps from the start
      --limit-states N      the most distinct states in a scope
      --limit-memory SIZE   the most memory of the process, such as 512M or 2G
      --spill DIR           keep states in a file in this folder, which has to be there and on a
                            disk; the system takes parts of it into memory as it has room. An index
                            of up to eleven bytes a state, values and answers are in memory all the
                            time
      --limit-time TIME     the most time for all scopes, such as 30s or 5m
      --jobs N              how many scopes at once; as many as there are processors by default, one
                            with --limit-memory and of apps. What is printed is the same for any N
      --stories             tell every known story
      --statistics          print time, states a second, bytes a state, cache hit rates, and how
                            much was worked out again
      --never-fired POLICY  what to make of labels, reducer branches, statuses, outcomes and
                            controls that never fire in a product's default scopes: error (exit
                            status 1), warn (the default) or ignore; or by kind, as in
                            control=error,status=ignore
      --unreduced           visit every state, also those of which one would stand for all that are
                            alike: windows in another order, things that can change places
      --audit               work out again all that was remembered, instead of a sample
      --shard I/N           explore every N-th scope, beginning with the I-th; what that shows is
                            told as if the scopes had been named. With --results, the variables of a
                            job array say it, too: 'help fuzz' names them
      --results DIR         keep what the shard comes to there, for 'merge' to tell what the whole
                            check would
      --json                print the report as JSON
      --jsonl FILE          write the report as JSON Lines, an object for each part of it
      --markdown FILE       add the report as Markdown to a file; that it can be written is checked
                            first
      --junit FILE          write the report as JUnit XML, into a pipe or a device too; folders are
                            made
      --sarif FILE          write the report as SARIF 2.1.0, for code scanning
      --html FILE           write the report as one HTML page that needs nothing else: each story
                            step by step, with what windows show
      --annotations         print news as GitHub annotations too, ten at most
      --quiet               print nothing but what is new, and the last line
      --save                write the traces of findings into the ledger, and where each shows, and
                            remove those that show nowhere any more
      --traces DIR          the ledger's folder; 'traces' by default, which need not be there yet

    VERDICTS
      holds         kept in every state and step of an exhausted scope
      holds for N   kept for the values of the N states nearest to the start; there are more
      holds so far  kept until a limit was hit
      broken        with the number of findings when there are several
      vacuous       the scope is exhausted and never met the property's premise
      n/a           nothing here for the property to speak about
      undecided     a limit was hit before anything could be said
      Without a product, promises are counted: 'sample' holds for N, 'so far' until a limit.

    EXIT STATUS
    \(exitStatus)
    """,
    "walk": """
    spec-runner walk [product] [options]

    Takes random steps, judges each, and shrinks the first run that shows a finding.

    OPTIONS
      --runs N              how many runs, 1000 by default
      --steps N             the most steps of a run, 100 by default
      --seed N              the seed of the first run, 0 by default; run k has the seed plus k
      --reach N             how hard to try for a short path: how many states near it are looked at,
                            how many paths like it, how many states by the explorer; 30000 by
                            default
      --limit-time TIME, --limit-memory SIZE   as for check
      --scope, --property, --design, --traces, --save   as for check
      --json, --jsonl, --html, --markdown, --junit, --sarif, --annotations, --quiet   as for check

    EXIT STATUS
    \(exitStatus)
    """,
    "fuzz": """
    spec-runner fuzz [product] [options]

    Takes random runs by a strategy, judges every step and state, shrinks what it finds, and
    compares it with the ledger of known findings. Same seed and arguments, same runs, on every
    machine and with any --jobs.

    OPTIONS
      --for TIME            how long, such as 30s or 5m, shared evenly among the scopes; a fifth of
                            it, two seconds at most a scope, is for shrinking. What the ledger has
                            is not shrunk
      --runs N              how many runs in each scope, all shards together; 10,000 unless --for is
                            given
      --seed N              the campaign's seed, 0 by default; it and k decide run k
      --steps N             the most steps of a run, 100 by default
      --strategy NAME       uniform, pct[:DEPTH], pos, swarm, or portfolio (the default): all of
                            them, each run by one that its seed names
      --reach N             as for walk
      --scope, --property, --design, --traces, --limit-time, --limit-memory   as for check
      --shard I/N           take every N-th run, beginning with the I-th
      --jobs N              how many runs at once; as many as there are processors by default
      --results DIR         keep results and traces there, whole at any moment; 'merge' joins them
      --statistics          print time and steps a second, and keep the time in results
      --json, --jsonl, --html, --markdown, --junit, --sarif, --annotations, --quiet   as for check

    ENVIRONMENT
      Without --shard, a job array says which shard this is: CI_NODE_INDEX (from 1) of
      CI_NODE_TOTAL; SLURM_ARRAY_TASK_ID of SLURM_ARRAY_TASK_COUNT; JOB_COMPLETION_INDEX (from 0)
      of JOB_COMPLETIONS.

    EXIT STATUS
      0  nothing but what is known
      1  news: a finding that is not in the ledger, an entry that no longer reproduces, or one that
         is longer than it needs to be
      2  an argument or a file that cannot be used
      3  no news, and stopped before its runs or its time were over, or code traps
    \(suiteError)
    """,
    "merge": """
    spec-runner merge <file or folder>... [options]

    Joins the results that 'fuzz --results', 'check --results' or 'mutate --results' kept. Shards of
    one campaign become one, and several campaigns stand side by side. Of all shards of a check, or
    of planted defects, it prints what the command without shards prints. Shards that are missing or
    were cut short are named.

    OPTIONS
      --traces DIR          the ledger's folder, 'traces' by default; not for planted defects
      --statistics          as for fuzz
      --save                of a check: write into the ledger, as for check
      --json, --markdown, --junit, --annotations   as for fuzz
      --jsonl, --html, --sarif, --quiet   as for fuzz; not for planted defects
      What changes the report of a check is given to its shards.

    EXIT STATUS
      0  nothing but what is known, and all shards came to their end
      1  news, whether a shard is missing or not
      2  a result that cannot be read, two with runs in common, or shards of several checks
      3  no news, and a shard is missing or was cut short
    \(suiteError)
    """,
    "values": """
    spec-runner values [product] [options]

    Draws states, actions, parameters, time zones and dates, reachable or not, asks every property
    of values about each, and shrinks what breaks one. Prints how precise filters are, by action.

    OPTIONS
      --runs N              how many values for each product, 1000 by default
      --seed N              the seed of the first value, 0 by default; value k has the seed plus k
      --limit-time TIME     the most time, such as 30s or 5m
      --property, --design, --traces, --save   as for check
      --json, --jsonl, --html, --markdown, --junit, --sarif, --annotations, --quiet   as for check

    VERDICTS
      holds         kept by every value that met the premise; 'judged' says how many did
      broken        with the number of findings when there are several
      vacuous       no value met the premise

    EXIT STATUS
      0  what is broken is known in the ledger
      1  news: a finding that is not in the ledger, or an entry that no longer reproduces
      2  an argument or a file that cannot be used
      3  a limit, Ctrl-C or SIGTERM stopped it before all values were drawn
    """,
    "defects": """
    spec-runner defects [product] [options]

    Tells the defects behind the findings of the published designs, as the ledger knows them: for
    each the shortest story, what a user of the app suffers, the repair in words, and how many
    findings go with it.

    OPTIONS
      --search              work out anew which repair cures which finding: each repair alone and
                            then together with those before it, in the default scopes and for 1,500
                            drawn values
      --save                keep what the search finds in the ledger; adopters commit it
      --markdown FILE       write a page with a sequence diagram of each story, in place of what the
                            file holds
      --junit FILE          write a case for each defect as JUnit XML; it fails where a search says
                            otherwise than the ledger
      --traces DIR          the ledger's folder; 'traces' by default
      --jobs N              how many searches at once; as many as there are processors by default
      --limit-time TIME     the most time, such as 30s or 5m
      --json                print the tables as JSON
      --annotations         as for check

    EXIT STATUS
      0  all is as the ledger has it, or is saved
      1  news: the search found other cures than the ledger has
      2  an argument or a file that cannot be used
      3  a limit or Ctrl-C ended the search, and nothing of that product is saved
    """,
    "mutate": """
    spec-runner mutate [product] [options]

    Plants one defect after the other into a product, and looks for it in three ways: by exhaustive
    search of the default scopes, until one shows something; by drawn values; and by random runs.
    What the published design shows catches no mutant. One that nothing shows is equivalent, when
    all its functions answered as the published ones in every scope and for all values, or else a
    hole.

    OPTIONS
      --mutant NAMES        only these, separated by commas
      --list                name the mutants, and plant none
      --without PROMISES    what the others tell: leaves promises out, by name or
                            family, such as 'contract,control.enabled' for a
                            product without definitions of its own
      --runs N              random runs a mutant; 1,000 by default
      --values N            drawn values a mutant; 500 by default
      --jobs N              how many mutants at once; as many as there are processors by default
      --limit-time TIME     the most time, such as 30s or 5m
      --shard I/N, --results DIR   as for check: every N-th mutant
      --junit FILE          write a case for each mutant as JUnit XML; a hole fails
      --json, --markdown, --annotations   as for check

    EXIT STATUS
      0  every mutant is caught or equivalent
      1  a hole: a mutant that neither search nor values caught, and that is not equivalent
      2  an argument or a file that cannot be used
      3  a limit or Ctrl-C ended it
    """,
    "replay": """
    spec-runner replay <trace>... [options]

    Takes the steps of saved traces again and tells each story. A trace reproduces, passes, diverges
    (says at which step, and what was enabled there) or is obsolete. It is undecided when the states
    ahead of its end, which some properties ask about, come to a limit: 5 million, values of 256
    MiB, or the time.

    OPTIONS
      --live                take the steps with real concurrent code as well, in step with the
                            model; a path that the model does not take, and values, are not run
      --limit-time TIME     the most time for each trace, a minute by default
      --step                one step after the other, with what windows show, each once you press
                            Return
      --html FILE           write the stories as one HTML page, step by step, with what windows show
      --itf FILE            write the states of one trace in the Informal Trace Format of Apalache
      --emit-test           print a test of the app's own code in place of the story: Swift Testing,
                            one function for each trace, which fails as long as the finding is there
      --junit FILE          write a case for each trace as JUnit XML; one that is not as recorded
                            fails
      --json, --markdown, --annotations   as for check

    EXIT STATUS
      0  every trace is graded as recorded
      1  some trace is not
      2  an argument or a trace that cannot be used; with --emit-test also where no code stands for
         the product
      3  a limit, Ctrl-C or SIGTERM left some trace undecided, or live checking is unavailable on
         this system
    """,
    "live": """
    spec-runner live [product] [options]

    Runs products as real concurrent code (a store on the main actor, its listener's task, thunks
    through an actor, a database whose operations are let through one by one, windows with a task
    for each subscription) under a scheduler that owns every job, and follows each run in the model.
    Every schedule has to be a trace of the model, and windows have to show what the model's show.

    OPTIONS
      --runs N              how many schedules are drawn a scope, 1000 by default
      --seed N              the seed of the first, 0 by default; schedule k has the seed plus k
      --exhaustive          every schedule instead, gestures that change nothing left out; with
                            --each-job every order of jobs, which is for a gesture or two: nothing
                            is left out as alike
      --limit-schedules N   the most schedules of --exhaustive a scope, 1,000,000 by default
      --every-step          runs that together take every step of the model within the scope
                            instead, of which there may be 500,000
      --each-job            each job is a choice; without it every job runs after each gesture,
                            operation and reply
      --gestures N          the most gestures of a schedule; 4 by default, 12 where windows are
                            drawn
      --accepted            leave out gestures that change nothing
      --repeat N            run each schedule N times; runs of one schedule have to be alike
      --limit-time TIME     the most time, such as 30s or 5m
      --statistics          print executions a second and the memory in use
      --scope, --property, --design, --traces, --save   as for check
      --json, --jsonl, --html, --markdown, --junit, --sarif, --annotations, --quiet   as for check

    EXIT STATUS
      0  live code and model agree, and what is broken is known in the ledger
      1  live code leaves the model or traps, two runs of a schedule differ, something leaks, or a
         finding is new
      2  an argument or a file that cannot be used
      3  a limit, Ctrl-C or SIGTERM stopped the runs, or live checking is unavailable on this system
    \(suiteError)
    """,
    "list": """
    spec-runner list [product] [options]

    Lists products with their designs, scopes and properties.

    OPTIONS
      --junit FILE          write a case for each promise as JUnit XML, skipped as nobody judged it
      --annotations         print what no default scope touches as GitHub annotations too
      --json, --markdown    as for check

    EXIT STATUS
      0  listed
      2  an argument or a file that cannot be used
    """,
    "graph": """
    spec-runner graph <product> --scope NAME [options]

    Prints every state and step of a scope: states are numbers in the order in which a search meets
    them, and steps have their labels' words. What promises remember is no part of a state here, and
    none stands for those that are alike; 'check' counts states with what promises remember, and one
    for all that are alike.

    OPTIONS
      --scope NAME          one scope
      --format NAME         aut: Aldebaran's format, which CADP, LTSmin and mCRL2 read (the
                            default); dot: the language of Graphviz
      --design NAME, --limit-time TIME   as for check

    EXIT STATUS
      0  all of it is printed
      2  an argument that cannot be used
      3  a limit or Ctrl-C ended it, and the graph is not whole
    """,
    "bench": bench, "completions": completions, "explore": explore, "watch": watch,
  ]
}
