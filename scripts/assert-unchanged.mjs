/** Fails when regenerating changed anything below the folders given: `git status`, since a diff does not see new files. */
import { execFileSync } from "node:child_process";

const changes = execFileSync("git", ["status", "--porcelain", "--", ...process.argv.slice(2)], { encoding: "utf8" });
if (changes !== "") {
  console.error(`the committed example is out of date; commit what regenerating changed:\n${changes}`);
  process.exitCode = 1;
}
