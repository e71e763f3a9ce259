/** Help texts of common command-line libraries, with the options that each text describes. */

/** The facts about an option that the tests compare. */
export interface Shown {
  readonly names: string;
  readonly kind: string;
  readonly values?: string;
  readonly negation?: string;
  readonly text?: string;
}

export const STYLES: readonly (readonly [style: string, text: string, options: readonly Shown[]])[] = [
  [
    "clap, short help",
    `Usage: tool [OPTIONS] <FILE>

Options:
  -d, --depth <DEPTH>      Levels to descend
      --paint <WHEN>       When to paint [default: auto] [possible values: auto, always, never]
  -v, --verbose...         Print more`,
    [
      { names: "-d --depth", kind: "value", text: "Levels to descend" },
      { names: "--paint", kind: "value", values: "auto always never", text: "When to paint" },
      { names: "-v --verbose", kind: "switch", text: "Print more" },
    ],
  ],
  [
    "clap, long help",
    `Options:
  -f, --format <FORMAT>
          Shape of the report

          Possible values:
          - table: Aligned columns
          - lines: One record per line

      --dry-run
          Change nothing`,
    [
      { names: "-f --format", kind: "value", values: "table lines", text: "Shape of the report" },
      { names: "--dry-run", kind: "switch", text: "Change nothing" },
    ],
  ],
  [
    "cobra",
    `Flags:
  -a, --all                 Show hidden entries
      --label stringArray   Attach a label
      --wait duration       Time to wait (default 5s)`,
    [
      { names: "-a --all", kind: "switch", text: "Show hidden entries" },
      { names: "--label", kind: "value", text: "Attach a label" },
      { names: "--wait", kind: "value", text: "Time to wait" },
    ],
  ],
  [
    "argparse",
    `options:
  -m {fast,safe}, --mode {fast,safe}
                        how to copy
  --jobs N              workers
  --quick               skip checks`,
    [
      { names: "-m --mode", kind: "value", values: "fast safe", text: "how to copy" },
      { names: "--jobs", kind: "value", text: "workers" },
      { names: "--quick", kind: "switch", text: "skip checks" },
    ],
  ],
  [
    "click",
    `Options:
  --cache / --no-cache    Keep results.
  -o, --output PATH       Where to write.
  --level [low|mid|high]  How deep.`,
    [
      { names: "--cache", kind: "switch", negation: "--no-cache", text: "Keep results." },
      { names: "-o --output", kind: "value", text: "Where to write." },
      { names: "--level", kind: "value", values: "low mid high", text: "How deep." },
    ],
  ],
  [
    "GNU",
    `  -b, --before=NUM          show NUM lines
      --tint[=WHEN]         mark hits; WHEN is 'always', 'never',
                            or 'auto'
  -z                        end lines with NUL`,
    [
      { names: "-b --before", kind: "value", text: "show NUM lines" },
      { names: "--tint", kind: "optional", values: "always never auto", text: "mark hits; WHEN is 'always', 'never', or 'auto'" },
      { names: "-z", kind: "switch", text: "end lines with NUL" },
    ],
  ],
  [
    "git",
    `    -n, --[no-]tags       fetch tags
    --depth <n>           length of the history
    --track[=<mode>]
                          follow a branch`,
    [
      { names: "-n --tags", kind: "switch", negation: "--no-tags", text: "fetch tags" },
      { names: "--depth", kind: "value", text: "length of the history" },
      { names: "--track", kind: "optional", text: "follow a branch" },
    ],
  ],
  [
    "the flag package of Go",
    `Usage of tool:
  -addr string
    \taddress to listen on
  -x\tprint commands`,
    [
      { names: "-addr", kind: "value", text: "address to listen on" },
      { names: "-x", kind: "switch", text: "print commands" },
    ],
  ],
  [
    "kubectl",
    `Options:
    --every=false:
\tAct on everything.

    -k, --kind='':
\tWhich kind.`,
    [
      { names: "--every", kind: "switch", text: "Act on everything." },
      { names: "-k --kind", kind: "value", text: "Which kind." },
    ],
  ],
  [
    "yargs",
    `Options:
  --name   who to greet           [string]
  --loud   raise the voice       [boolean]
  --tone   which one  [choices: "warm", "cold"]`,
    [
      { names: "--name", kind: "value", text: "who to greet" },
      { names: "--loud", kind: "switch", text: "raise the voice" },
      { names: "--tone", kind: "value", values: "warm cold", text: "which one" },
    ],
  ],
];
