/** Lists build tools and other programs that execute code of their working directory, such as a makefile or a description of a deployment. */
import type { ListedProgram, ProgramRow } from "./program.ts";
import { launcher, operandsFrom, optionsOnly, project, table } from "./program.ts";
import { inProject } from "./script-projects.ts";

const CARGO_PROJECT = inProject(
  "run r build b check c test t bench clippy doc fix package publish metadata tree rustdoc rustc miri nextest",
  "--config",
  "--manifest-path",
);
const SWIFT: ListedProgram = project("--toolchain", "--package-path --build-path -C");

/** Words with which Go does not ask the version control of the directory, whose settings name programs. */
const GO_GUARDS: readonly string[] = ["-buildvcs=false", "GOFLAGS=-buildvcs=false"];

export const COMPILED_PROJECTS: readonly ProgramRow[] = [
  [
    "cargo",
    {
      loads: ["--config"],
      directories: ["-C"],
      subcommands: table([["install", { ...operandsFrom(0, "--git --path --index --registry"), loads: ["--config"] }], CARGO_PROJECT]),
    },
  ],
  [
    "go",
    {
      directories: ["-C"],
      subcommands: table([
        ["run", { ...project("-exec -toolexec -overlay", "-C"), operands: 0, passesArguments: true }],
        // Go runs no code of the packages that it installs.
        ["install get", optionsOnly("-toolexec")],
        ["test", { ...project("-exec -toolexec -vettool"), operands: 0 }],
        ["generate", { ...project(), operands: 0 }],
        ["build", { ...project("-toolexec"), directoryGuards: GO_GUARDS }],
        // A list of modules reads no version control of the directory.
        ["list", { ...project("-toolexec"), directoryGuards: [...GO_GUARDS, "-m"] }],
        ["vet", optionsOnly("-toolexec -vettool")],
        ["tool", { operands: 0, readsDirectory: true }],
      ]),
    },
  ],
  [
    "dotnet",
    {
      operands: 0,
      subcommands: table([
        ["run watch", project("--project --configuration-file")],
        ["build test publish pack restore msbuild clean", { ...project("--logger --test-adapter-path"), operands: 0 }],
        ["exec script fsi", operandsFrom(0)],
        [
          "tool",
          {
            subcommands: table([
              ["install run update restore", { operands: 0, readsDirectory: true, options: ["--add-source", "--tool-manifest"] }],
            ]),
          },
        ],
        ["list add remove nuget new sln workload sdk help format --info --version --list-sdks --list-runtimes", {}],
      ]),
    },
  ],
  ["msbuild xbuild nmake", { ...project("-logger -l"), operands: 0 }],
  ["ctest", project("-S --script -C --build-and-test", "--test-dir")],
  ["cpack", project("--config")],
  [
    "meson",
    {
      subcommands: table([
        ["setup", { ...project("--native-file --cross-file"), operands: 0 }],
        inProject("test compile install dist configure devenv", "--wrapper --setup", "-C"),
      ]),
    },
  ],
  [
    "bazel bazelisk blaze buck2 pants please",
    {
      loads: ["--bazelrc", "--config"],
      subcommands: table([
        ["run", { ...project("--run_under"), operands: 0 }],
        inProject("build test query cquery aquery fetch coverage sync", "--run_under --override_repository"),
      ]),
    },
  ],
  ["sbt mill", { ...project("-java-home"), operands: 0 }],
  ["lein boot", project()],
  ["swift", { operands: 0, subcommands: table([["run build test package", SWIFT]]) }],
  [
    "zig",
    {
      subcommands: table([
        ["build", project("--build-file --build-runner")],
        ["run test", operandsFrom(0)],
      ]),
    },
  ],
  ["nim", { subcommands: table([["r e", operandsFrom(0)], inProject("c cpp js check doc")]) }],
  ["nimble shards dub gleam rebar3 stack alr fpm xmake premake5 tup redo b2 gn conan vcpkg", project("-c --file -F")],
  ["mix", { readsDirectory: true, subcommands: table([["run eval", { ...project("-e --eval -r --require -pr"), operands: 0 }]]) }],
  ["stack", { readsDirectory: true, subcommands: table([["exec runghc script eval", { readsDirectory: true, operands: 0 }]]) }],
  ["cabal", { readsDirectory: true, subcommands: table([["exec run", { readsDirectory: true, operands: 0 }]]) }],
  ["dune", { readsDirectory: true, directories: ["--root"], subcommands: table([["exec utop", { readsDirectory: true, operands: 0 }]]) }],
  [
    "make gmake bmake",
    {
      operands: 0,
      readsDirectory: true,
      options: ["-f", "-C", "-I", "--file", "--makefile", "--directory", "--include-dir", "--eval"],
      values: ["-j", "-o", "-W"],
    },
  ],
  ["just", { operands: 0, readsDirectory: true, options: "-f -d -c --justfile --working-directory --command --shell --set".split(" ") }],
  [
    "task go-task",
    {
      readsDirectory: true,
      loads: ["-t", "-d", "--taskfile", "--dir"],
      operands: 0,
      codePrefix: "rc",
      subcommands: table([
        ["execute exec", operandsFrom(0)],
        ["list add next done modify info projects tags", {}],
      ]),
    },
  ],
  ["rake", project("-f -e -E -r --rakefile --execute --require", "-I -R")],
  ["ant", project("-f -file -buildfile -lib -listener -logger")],
  ["ninja samu", project("-f", "-C")],
  ["scons waf", project("-f --file --sconstruct", "-C --directory --site-dir")],
  ["gradle gradlew", project("-I -b -c --init-script --build-file --settings-file --include-build", "-p --project-dir")],
  ["mvn mvnw mvnd", { operands: 0, ...project("-f --file -s --settings -gs -t --toolchains") }],
  [
    "cmake",
    {
      operands: 0,
      readsDirectory: true,
      options: ["-P", "-E", "-C", "--toolchain", "-DCMAKE_TOOLCHAIN_FILE"],
      directories: ["-S", "--build", "--install", "-B"],
      safeOptions: ["--version"],
    },
  ],
  ["dpkg-buildpackage debuild", project("--hook-build --build-command --prepend-path -e --set-envvar")],
  ["makepkg abuild ebuild", project("-p --config")],
  ["latexmk", project("-e -r -pdflatex -latex -pdflualatex")],
  ["mdbook", { subcommands: table([["build serve test watch", { ...project(), operands: 0 }]]) }],
  ["doxygen", { ...project(), operands: 0 }],
  ["hugo zola", optionsOnly("--config")],
  ["act earthly dagger gitlab-runner woodpecker-cli drone", project("-W --workflows -P --platform", "-C --directory")],
  ["helmfile", { readsDirectory: true, loads: ["-f", "--file", "-b", "--helm-binary", "--kustomize-binary", "--state-values-file"] }],
  ["skaffold tilt devspace garden draft", project("-f --filename --file --config")],
  [
    "terraform tofu",
    {
      directories: ["-chdir"],
      subcommands: table([inProject("apply plan init destroy import refresh test validate console", "-plugin-dir -backend-config")]),
    },
  ],
  ["terragrunt", project("--terragrunt-config --config --tf-path --terragrunt-tfpath", "--terragrunt-working-dir --working-dir")],
  ["serverless sls cdk cdktf sst copilot", project("-c --config -a --app")],
  ["sam", { subcommands: table([inProject("build local deploy validate", "-t --template --template-file --hook-name")]) }],
  ["pulumi", project("", "-C --cwd")],
  [
    "vagrant",
    {
      readsDirectory: true,
      subcommands: table([["ssh", { ...project("-c --command") }], inProject("up provision reload halt destroy status")]),
    },
  ],
  ["packer", { subcommands: table([["build validate init", { ...project("-var-file"), operands: 0 }]]) }],
  [
    "direnv",
    {
      readsDirectory: true,
      subcommands: table([
        ["exec", { operands: 0, starts: 1 }],
        ["allow edit", operandsFrom(0)],
      ]),
    },
  ],
  [
    "mise asdf rbenv pyenv nodenv jenv",
    {
      subcommands: table([
        ["exec x", launcher],
        ["run r", { ...project(), operands: 0 }],
      ]),
    },
  ],
];
