/** Lists programs that start containers, and programs that install packages. */
import type { ListedProgram, ProgramRow } from "./program.ts";
import { optionsOnly, packages, table } from "./program.ts";

const inContainer: ListedProgram = { starts: 1, values: ["-e", "--env", "--env-file", "-u", "--user", "-w", "--workdir", "--detach-keys"] };
/** The image is code. The words after it are a program, or arguments of the image's entry point. */
const image: ListedProgram = {
  operands: 0,
  starts: 1,
  passesArguments: true,
  options: ["--entrypoint"],
  values: ["-e", "-u", "-w", "-v", "-p", "--name", "--network"],
};
const inPod: ListedProgram = { starts: 1, values: ["-n", "--namespace", "-c", "--container"] };

/** A compose file selects the images and commands. */
const compose: ListedProgram = { loads: ["-f", "--file"], values: ["-p"], subcommands: table([["exec run", inContainer]]) };

export const CONTAINERS: readonly ProgramRow[] = [
  [
    "docker podman nerdctl",
    {
      values: ["-H", "--host", "--context", "--config", "-l"],
      subcommands: table([
        ["exec", inContainer],
        ["run create", image],
        [
          "container",
          {
            subcommands: table([
              ["exec", inContainer],
              ["run create", image],
            ]),
          },
        ],
        ["compose", compose],
      ]),
    },
  ],
  ["docker-compose podman-compose", compose],
  ["crictl runc lxc incus", { subcommands: table([["exec", inContainer]]) }],
  [
    "kubectl oc",
    {
      // Its users can name a program that returns credentials.
      loads: ["--kubeconfig"],
      values: ["-n", "--namespace", "--context"],
      subcommands: table([
        ["exec", inPod],
        ["run debug", optionsOnly("--image")],
      ]),
    },
  ],
];

export const PACKAGES: readonly ProgramRow[] = [
  ["npx bunx pnpx", { starts: 0, options: ["-c", "--call", "-p", "--package"] }],
  ["uvx", { starts: 0, options: ["--from", "--with"] }],
  [
    "npm pnpm yarn",
    {
      subcommands: table([
        ["install i add create init dlx", packages()],
        ["exec x", { starts: 0, options: ["-c", "--call", "--package"] }],
      ]),
    },
  ],
  [
    "pip",
    {
      subcommands: table([
        ["install download wheel", packages("-r -e -i --requirement --editable --index-url --extra-index-url --find-links")],
      ]),
    },
  ],
  ["pipx", { subcommands: table([["install run", packages("--spec")]]) }],
  [
    "uv",
    {
      subcommands: table([
        ["run", { starts: 0, options: ["--with", "--from"] }],
        ["add", packages()],
        ["tool", { subcommands: table([["run install", packages("--from --with")]]) }],
        ["pip", { subcommands: table([["install", packages("-r -e -i --index-url")]]) }],
      ]),
    },
  ],
  [
    "pipenv poetry pdm hatch rye pixi",
    {
      subcommands: table([
        ["run", { starts: 0 }],
        ["add install", packages()],
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
  ["gem", { subcommands: table([["install exec", packages()]]) }],
  [
    "bundle bundler",
    {
      subcommands: table([
        ["exec", { starts: 0 }],
        ["add", packages()],
      ]),
    },
  ],
  [
    "composer",
    {
      subcommands: table([
        ["exec", { starts: 0 }],
        ["require", packages()],
      ]),
    },
  ],
  ["apt apt-get aptitude", { loads: ["-o", "-c"], subcommands: table([["install", packages()]]) }],
  ["yum dnf microdnf zypper brew snap", { subcommands: table([["install", packages()]]) }],
  ["apk", { subcommands: table([["add", packages()]]) }],
  ["dpkg", { options: ["-i", "--install"] }],
  ["rpm", { options: ["-i", "-U", "-ivh", "-Uvh", "--install", "--upgrade", "-E", "--eval", "--pipe"] }],
  ["pacman", { options: ["-S", "-U", "--sync", "--upgrade"] }],
  ["nix-shell", { operands: 0, options: ["--run", "--command", "-E", "--expr", "-p", "--packages"] }],
  [
    "nix",
    {
      subcommands: table([
        ["run shell develop", packages("-c --command --expr")],
        ["eval build", optionsOnly("--expr")],
      ]),
    },
  ],
  ["guix", { subcommands: table([["shell environment", packages()]]) }],
  [
    "cargo",
    {
      loads: ["--config"],
      subcommands: table([
        ["install", packages("--git --path --config")],
        ["run build check test bench clippy doc", optionsOnly("--manifest-path --config")],
      ]),
    },
  ],
  [
    "go",
    {
      subcommands: table([
        ["run install", { ...packages("-exec -toolexec"), passesArguments: true }],
        ["build test vet", optionsOnly("-exec -toolexec -vettool")],
      ]),
    },
  ],
];
