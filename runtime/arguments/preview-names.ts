/** Recognizes the names of arguments that ask for a preview, which a tool must not ignore. */
import { nearNames } from "../text/near-names.ts";

/** Names without separators, in lower case: the spellings of well-known programs and of models. */
const PREVIEWS: ReadonlySet<string> = new Set(
  (
    "dry dryrun check checkonly checkmode simulate simulated simulation simulateonly preview previewonly whatif noact noaction noop " +
    "noexec noexecute nochanges plan planonly pretend justprint printonly showonly listonly test testonly testrun testmode trial trialrun " +
    "validateonly rehearse rehearsal dontexecute donotexecute readonly diffonly"
  ).split(" "),
);

/** Names that ask for a preview if they are false, without separators, in lower case. */
const EFFECTS: ReadonlySet<string> = new Set("apply execute commit live forreal doit".split(" "));

/**
 * Reports whether a name asks to show what a call would do, such as `dry_run`, `--what-if`, `noAction` or a misspelled `dry_rnu`, or to do
 * it, such as `execute`: its value can be false. Case and separators are ignored.
 */
export function asksForPreview(name: string): boolean {
  const folded = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return PREVIEWS.has(folded) || EFFECTS.has(folded) || folded.includes("dryrun") || nearNames(folded, ["dryrun"], 1).length > 0;
}
