/** Lists programs that install packages, which run code of their authors. */
import type { ListedProgram, ProgramRow } from "./program.ts";
import { operandsFrom, optionsOnly, packages, project, table } from "./program.ts";

/** With these, packages and the project are installed without their scripts. */
const NO_SCRIPTS = ["--ignore-scripts", "--ignore-scripts=true", "npm_config_ignore_scripts=true", "NPM_CONFIG_IGNORE_SCRIPTS=true"];
const NPM_DIRECTORIES = "--prefix -C --dir --cwd";
const install: ListedProgram = { ...project("--registry", NPM_DIRECTORIES), operands: 0, safeOptions: NO_SCRIPTS };
const npmScript: ListedProgram = project("--script-shell --node-options --scripts-prepend-node-path", NPM_DIRECTORIES);

export const PACKAGES: readonly ProgramRow[] = [
  ["npx bunx pnpx", { starts: 0, startsElsewhere: true, options: ["-c", "--call", "-p", "--package"] }],
  ["uvx", { starts: 0, startsElsewhere: true, options: ["--from", "--with"] }],
  [
    "npm pnpm yarn",
    {
      directories: ["--prefix", "-C", "--dir", "--cwd"],
      loads: ["--globalconfig", "--userconfig"],
      subcommands: table([
        ["install i add update up upgrade pack publish link", install],
        ["ci clean-install rebuild rb version prune dedupe", { ...npmScript, safeOptions: NO_SCRIPTS }],
        ["install-test it install-ci-test cit clean-install-test sit", npmScript],
        ["audit", { subcommands: table([["fix", { ...npmScript, safeOptions: NO_SCRIPTS }]]) }],
        // The words after the name of the package are a command.
        ["explore", operandsFrom(1)],
        ["test t tst run run-script start stop restart node", npmScript],
        ["create init dlx innit", packages()],
        ["exec x", { starts: 0, startsElsewhere: true, options: ["-c", "--call", "--package"] }],
        // The shell of scripts, the editor and the path of Git are settings.
        [
          "config c set",
          {
            operands: 0,
            subcommands: table([
              ["get list ls delete rm", {}],
              ["set edit", operandsFrom(0)],
            ]),
          },
        ],
        ["diff", optionsOnly("--diff")],
      ]),
    },
  ],
  [
    "bun",
    {
      operands: 0,
      options: ["-e", "--eval", "-p", "--print", "-r", "--preload"],
      directories: ["--cwd"],
      subcommands: table([
        ["add install i update x create", install],
        ["run test build", { ...project("-r --preload -c --config", "--cwd"), operands: 0 }],
        ["pm outdated why", {}],
      ]),
    },
  ],
  [
    "pip",
    {
      subcommands: table([
        [
          "install download wheel",
          { ...project("-r -e -i -f -c --requirement --editable --index-url --extra-index-url --find-links"), operands: 0 },
        ],
      ]),
    },
  ],
  ["pipx", { subcommands: table([["install run", packages("--spec")]]) }],
  [
    "uv",
    {
      subcommands: table([
        ["run", { ...project("--with --from --env-file", "--directory --project"), starts: 0 }],
        ["add sync lock build", { ...project("", "--directory --project"), operands: 0 }],
        ["tool", { subcommands: table([["run install", packages("--from --with")]]) }],
        ["pip", { subcommands: table([["install", packages("-r -e -i --index-url")]]) }],
      ]),
    },
  ],
  [
    "pipenv poetry pdm hatch rye pixi flit",
    {
      directories: ["-C", "--directory", "-p", "--project"],
      subcommands: table([
        ["run", { ...project(), starts: 0 }],
        ["add install build sync update publish", { ...project(), operands: 0 }],
      ]),
    },
  ],
  [
    "conda mamba micromamba",
    {
      subcommands: table([
        ["run", { starts: 0, values: ["-n", "-p"] }],
        ["install create", packages("-f --file")],
      ]),
    },
  ],
  ["gem", { subcommands: table([["install exec build update", packages("--source -s")]]) }],
  [
    "bundle bundler",
    {
      subcommands: table([
        ["exec", { ...project("--gemfile"), starts: 0 }],
        ["add install update lock check outdated", { ...project("--gemfile --source"), operands: 0 }],
      ]),
    },
  ],
  [
    "composer",
    {
      directories: ["-d", "--working-dir"],
      subcommands: table([
        ["exec", { ...project(), starts: 0 }],
        ["install update require create-project reinstall dump-autoload run-script run global", { ...project(), operands: 0 }],
      ]),
    },
  ],
  ["luarocks", { subcommands: table([["install make build", { ...project("--server"), operands: 0 }]]) }],
  [
    "opam",
    {
      subcommands: table([
        ["exec", { starts: 0 }],
        ["install pin", packages()],
      ]),
    },
  ],
  [
    "cpan cpanm cpm easy_install spack emerge",
    {
      operands: 0,
      subcommands: table([
        ["install", packages()],
        ["find info list search", {}],
      ]),
    },
  ],
  ["apt apt-get aptitude", { loads: ["-o", "-c"], subcommands: table([["install reinstall build-dep", packages()]]) }],
  [
    "yum dnf microdnf zypper brew",
    {
      loads: ["-c", "--config", "--setopt", "--repofrompath"],
      subcommands: table([["install reinstall localinstall in tap", packages()]]),
    },
  ],
  ["apk", { subcommands: table([["add", packages()]]) }],
  ["dpkg", { options: ["-i", "--install", "--unpack", "--configure", "--pre-invoke", "--post-invoke", "--admindir", "--root"] }],
  [
    "rpm",
    {
      options: ["-i", "-U", "-ivh", "-Uvh", "--install", "--upgrade", "-E", "--eval", "--pipe"],
      loads: ["-D", "--define", "--load", "--macros", "--rcfile"],
    },
  ],
  [
    "rpmbuild",
    { operands: 0, loads: ["-D", "--define", "--load", "--macros", "--rcfile"], options: ["-ba", "-bb", "-bs", "-bp", "--eval", "--pipe"] },
  ],
  ["pacman", { options: ["-S", "-U", "--sync", "--upgrade"], loads: ["--hookdir", "--config", "--gpgdir", "--root"] }],
  ["nix-shell", { operands: 0, options: ["--run", "--command", "-E", "--expr", "-p", "--packages"] }],
  [
    "nix",
    {
      subcommands: table([
        ["run shell develop profile", packages("-c --command --expr")],
        ["eval", optionsOnly("--expr --file -f")],
        ["build", { ...project("--expr --file -f"), operands: 0 }],
      ]),
    },
  ],
  ["nix-build nix-env nix-instantiate", operandsFrom(0, "-E --expr -i --install -f --file -I")],
  ["guix", { subcommands: table([["shell environment", packages()]]) }],
];
