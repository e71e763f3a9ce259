/** Lists programs that start containers and virtual machines. */
import type { ListedProgram, ProgramRow } from "./program.ts";
import { launcher, operandsFrom, optionsOnly, packages, project, table } from "./program.ts";

const inContainer: ListedProgram = {
  starts: 1,
  startsElsewhere: true,
  values: ["-e", "--env", "--env-file", "-u", "--user", "-w", "--workdir", "--detach-keys"],
};
/** The image is code. The words after it are a program, or arguments of the image's entry point. */
const image: ListedProgram = {
  operands: 0,
  starts: 1,
  startsElsewhere: true,
  passesArguments: true,
  options: ["--entrypoint"],
  values: ["-e", "-u", "-w", "-v", "-p", "--name", "--network"],
};
/** Starts a program elsewhere, named by the operand at this index. */
export const startsAt = (starts: number): ListedProgram => ({ starts, startsElsewhere: true });

/** The context contains the instructions of the build. */
const build: ListedProgram = { ...project("-f --file --build-context"), operands: 0, values: ["-t", "--tag", "--target", "--build-arg"] };

/** A compose file selects the images and commands. */
const compose: ListedProgram = {
  loads: ["-f", "--file"],
  directories: ["--project-directory"],
  values: ["-p"],
  subcommands: table([
    ["exec run", { ...inContainer, readsDirectory: true }],
    ["up create build start restart watch", project("", "--project-directory")],
  ]),
};

export const CONTAINERS: readonly ProgramRow[] = [
  [
    "docker podman nerdctl",
    {
      loads: ["--config", "--runtime", "--hooks-dir", "--conmon", "--module"],
      values: ["-H", "--host", "--context", "-l"],
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
        ["image", { subcommands: table([["build", build]]) }],
        ["build", build],
        [
          "buildx",
          {
            subcommands: table([
              ["build", build],
              ["bake", project("-f --file")],
            ]),
          },
        ],
        ["plugin", { subcommands: table([["install create", packages()]]) }],
        [
          "service",
          {
            subcommands: table([
              ["create", image],
              ["update", optionsOnly("--image --entrypoint --args")],
            ]),
          },
        ],
        ["stack", { subcommands: table([["deploy up", project("-c --compose-file")]]) }],
        ["kube play", { subcommands: table([["play", operandsFrom(0)]]) }],
        ["compose", compose],
      ]),
    },
  ],
  ["docker-compose podman-compose", compose],
  [
    "buildah",
    {
      subcommands: table([
        ["run", inContainer],
        ["build bud build-using-dockerfile", build],
      ]),
    },
  ],
  ["crictl lxc incus", { subcommands: table([["exec", inContainer]]) }],
  [
    "ctr",
    {
      subcommands: table([
        ["run", image],
        ["tasks task t", { subcommands: table([["exec", inContainer]]) }],
      ]),
    },
  ],
  [
    "runc crun youki",
    {
      subcommands: table([
        ["exec", inContainer],
        ["run create", project("-b --bundle")],
      ]),
      directories: ["-b"],
    },
  ],
  ["lxc-attach lxc-execute lxc-start", { ...startsAt(0), values: ["-n", "--name"], options: ["-f", "--rcfile"] }],
  ["systemd-nspawn", { ...startsAt(0), options: ["-D", "--directory", "-i", "--image", "--template"] }],
  ["machinectl", { subcommands: table([["shell", inContainer]]) }],
  [
    "flatpak",
    {
      subcommands: table([
        ["run", { operands: 0, options: ["--command"], passesArguments: true }],
        ["install", packages()],
      ]),
    },
  ],
  ["flatpak-spawn", startsAt(0)],
  [
    "snap",
    {
      subcommands: table([
        ["run", { operands: 0, passesArguments: true }],
        ["install", packages()],
      ]),
    },
  ],
  [
    "toolbox distrobox",
    {
      subcommands: table([
        ["run", { ...startsAt(0), values: ["-c", "--container"] }],
        ["enter", startsAt(1)],
      ]),
    },
  ],
  ["distrobox-enter", startsAt(1)],
  [
    "apptainer singularity",
    {
      subcommands: table([
        ["exec", { operands: 0, starts: 1, startsElsewhere: true }],
        ["run shell build test", operandsFrom(0)],
      ]),
    },
  ],
  ["proot fakechroot wine wine64 box64 box86 qemu-aarch64 qemu-arm qemu-x86_64 qemu-i386", launcher],
  ["multipass limactl lima colima", { subcommands: table([["exec shell ssh", startsAt(1)]]) }],
  [
    "virt-customize virt-builder virt-sysprep",
    optionsOnly("--run --run-command --firstboot --firstboot-command --script --commands-from-file"),
  ],
  ["guestfish virt-rescue", { stdin: true, options: ["-f", "--file"] }],
  ["nbdkit", operandsFrom(0, "--run --filter")],
];
