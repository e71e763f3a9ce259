/** Fails if regeneration changed files in the given directories. Uses `git status`, because a diff does not include new files. */
import { execFileSync } from "node:child_process";

const changes = execFileSync("git", ["status", "--porcelain", "--", ...process.argv.slice(2)], { encoding: "utf8" });
if (changes !== "") {
  console.error(`the committed example is out of date; commit what regenerating changed:\n${changes}`);
  process.exitCode = 1;
}
