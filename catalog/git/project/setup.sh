#!/bin/sh
# Makes the repositories of the examples in the current directory: a copy of this folder.
#   .          branch main with a staged, a changed and an untracked file, a stash, a note, tags, a submodule and a second working tree
#   work       a clone without local changes; origin has a commit more, branch old is merged, branch local is not pushed
#   merging    a merge that stopped at a conflict
#   solved     the same, with the conflict solved and staged
#   bisecting  a bisection that has begun
#   remote.git, library.git   bare repositories: the remote of the others, and the submodule
# Names, dates and hashes are the same each time.
set -eu
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_EDITOR=: TZ=UTC GIT_TEMPLATE_DIR=
export GIT_AUTHOR_NAME=Dev GIT_AUTHOR_EMAIL=dev@example.com GIT_COMMITTER_NAME=Dev GIT_COMMITTER_EMAIL=dev@example.com
clock=1767261600 # 2026-01-01 10:00 UTC; each commit is a minute later
tick() {
  clock=$((clock + 60))
  export GIT_AUTHOR_DATE="$clock +0000" GIT_COMMITTER_DATE="$clock +0000"
}
identify() { # the examples commit without a global configuration, and work in a copy of the folder, whose files have other inodes
  git -C "$1" config user.name Dev
  git -C "$1" config user.email dev@example.com
  git -C "$1" config core.checkStat minimal
  git -C "$1" config core.trustctime false
}
commit() { # commit REPOSITORY FILE TEXT MESSAGE
  mkdir -p "$(dirname "$1/$2")"
  printf '%s\n' "$3" >> "$1/$2"
  git -C "$1" add "$2"
  tick
  git -C "$1" commit --quiet --message "$4"
}
bare() { git -c init.defaultBranch=main init --quiet --bare "$1"; }

tick
bare library.git
git clone --quiet library.git seed 2> /dev/null
commit seed greet.txt 'A library' 'Add the library'
git -C seed push --quiet origin HEAD:main
rm -rf seed

bare remote.git
git -c init.defaultBranch=main init --quiet .
identify .
mkdir -p .git/info
printf '%s\n' /setup.sh /remote.git /library.git /work /merging /solved /bisecting /tree > .git/info/exclude
commit . README.md '# Greeter' 'Add a page about the program'
commit . .gitignore '*.log' 'Ignore logs'
commit . src/main.ts 'export const greet = (name: string) => `Hello ${name}`;' 'Add the greeting'
tick && git tag --annotate --message 'First release' v1.0
commit . src/main.ts 'export const part = (name: string) => `Bye ${name}`;' 'Add the farewell'
git -c protocol.file.allow=always submodule --quiet add ./library.git lib
git config --file .gitmodules submodule.lib.url ./library.git
git add .gitmodules
tick && git commit --quiet --message 'Use the library'
tick && git tag --annotate --message 'Second release' v1.1
git branch old v1.0
git switch --quiet --create feature
commit . src/feature.ts 'export const shout = (text: string) => text.toUpperCase();' 'Add a loud greeting'
commit . README.md 'It can be loud.' 'Describe the loud greeting'
git switch --quiet main
commit . docs/usage.md 'Run it with a name.' 'Describe the use'
git remote add origin ./remote.git
git push --quiet --tags --set-upstream origin main feature

git clone --quiet remote.git work
identify work
git -C work remote set-url origin ../remote.git
git -C work branch --quiet --track feature origin/feature
git -C work branch --quiet --no-track old v1.0
git -C work switch --quiet --create local
commit work src/local.ts 'export const quiet = (text: string) => text.toLowerCase();' 'Add a quiet greeting'
git -C work switch --quiet main

git clone --quiet remote.git merging
identify merging
git -C merging switch --quiet --create conflict v1.1
commit merging README.md 'It can be quiet.' 'Describe the quiet greeting'
tick && ! git -C merging merge --quiet origin/feature > /dev/null
cp -R merging solved
printf '# Greeter\nIt can be loud and quiet.\n' > solved/README.md
git -C solved add README.md

git clone --quiet remote.git bisecting
identify bisecting
git -C bisecting bisect start HEAD HEAD~5 > /dev/null

git clone --quiet remote.git seed
commit seed docs/usage.md 'Or without one.' 'Describe the use without a name'
git -C seed push --quiet origin main
rm -rf seed
git worktree add --quiet tree old
git notes add --message 'Reviewed' v1.0
printf 'A stashed line\n' >> README.md
tick && git stash push --quiet --message 'Half a page'
printf 'export const wave = () => "o/";\n' >> src/main.ts
printf 'staged\n' > staged.txt && git add staged.txt
printf 'untracked\n' > notes.txt
printf 'log\n' > run.log
