/** Lists tools of clusters, clouds and secrets that start programs or name them in their settings. */
import { startsAt } from "./containers.ts";
import type { ListedProgram, ProgramRow } from "./program.ts";
import { launcher, operandsFrom, optionsOnly, packages, table } from "./program.ts";

const inPod: ListedProgram = { starts: 1, startsElsewhere: true, values: ["-n", "--namespace", "-c", "--container"] };

/** Its users can name a program that returns credentials. */
const KUBECONFIG = ["--kubeconfig", "--kuberc"];

const CLUSTERS: readonly ProgramRow[] = [
  [
    "kubectl oc k3s microk8s",
    {
      loads: KUBECONFIG,
      values: ["-n", "--namespace", "--context"],
      subcommands: table([
        ["exec rsh", inPod],
        ["run debug", optionsOnly("--image")],
        [
          "create",
          {
            subcommands: table([["deployment job cronjob", { options: ["--image"], starts: 1, startsElsewhere: true }]]),
            loads: KUBECONFIG,
          },
        ],
        [
          "config",
          {
            subcommands: table([
              ["set-credentials", optionsOnly("--exec-command --auth-provider")],
              ["set", operandsFrom(1)],
            ]),
          },
        ],
        ["kustomize", optionsOnly("--helm-command")],
        ["plugin", {}],
      ]),
    },
  ],
  [
    "kustomize",
    {
      subcommands: table([["build", { options: ["--helm-command"], operands: 0, enabledBy: ["--enable-exec", "--enable-alpha-plugins"] }]]),
    },
  ],
  [
    "helm",
    {
      loads: [...KUBECONFIG, "--post-renderer"],
      subcommands: table([["plugin", { subcommands: table([["install update", packages()]]) }]]),
    },
  ],
  [
    "minikube vcluster",
    {
      subcommands: table([
        ["ssh", launcher],
        ["connect", startsAt(1)],
      ]),
    },
  ],
  [
    "nomad",
    {
      subcommands: table([
        ["alloc", { subcommands: table([["exec", startsAt(1)]]) }],
        ["exec", startsAt(1)],
        ["job", { subcommands: table([["run plan", operandsFrom(0)]]) }],
        ["run agent", operandsFrom(0, "-config")],
      ]),
    },
  ],
  [
    "consul",
    {
      subcommands: table([
        ["exec", operandsFrom(0)],
        ["lock", operandsFrom(1)],
        ["watch", { operands: 0, values: ["-type"] }],
        ["agent", optionsOnly("-config-file -config-dir")],
      ]),
    },
  ],
  [
    "etcdctl",
    {
      subcommands: table([
        ["lock", operandsFrom(1)],
        ["watch", { ...operandsFrom(1) }],
        ["elect", {}],
      ]),
    },
  ],
  ["vault", { subcommands: table([["agent proxy", optionsOnly("-config -exec")]]) }],
  ["consul-template envconsul", operandsFrom(0, "-exec -config -template")],
];

const SECRETS: readonly ProgramRow[] = [
  [
    "sops",
    {
      subcommands: table([
        ["exec-env exec-file", operandsFrom(1)],
        ["decrypt encrypt rotate", {}],
      ]),
    },
  ],
  ["op doppler infisical teller dotenv bws phase", { subcommands: table([["run", launcher]]) }],
  ["aws-vault chamber granted", { subcommands: table([["exec", { starts: 1 }]]) }],
  ["envdir setuidgid setlock envuidgid", { starts: 1 }],
  ["chpst softlimit pgrphack", { ...launcher, values: ["-u", "-U", "-e", "-o", "-m", "-/", "-n"] }],
  ["summon envchain direnv-run", launcher],
];

const CLOUDS: readonly ProgramRow[] = [
  [
    "gcloud",
    {
      subcommands: table([
        [
          "compute",
          {
            subcommands: table([
              ["ssh", optionsOnly("--command --ssh-flag")],
              ["scp", optionsOnly("--scp-flag")],
            ]),
          },
        ],
      ]),
    },
  ],
  [
    "aws",
    {
      subcommands: table([
        ["ssm", { subcommands: table([["send-command", optionsOnly("--parameters --document-name")]]) }],
        ["ecs", { subcommands: table([["execute-command", optionsOnly("--command")]]) }],
        // `credential_process` names a program.
        ["configure", { subcommands: table([["set", operandsFrom(0)]]) }],
      ]),
    },
  ],
  [
    "az",
    {
      subcommands: table([
        [
          "vm vmss",
          { subcommands: table([["run-command", { subcommands: table([["invoke create", optionsOnly("--scripts --script")]]) }]]) },
        ],
        [
          "extension",
          { subcommands: table([["add update", { operands: 0, options: ["--source", "-s", "-n", "--name", "--index-url"] }]]) },
        ],
      ]),
    },
  ],
  ["fly flyctl", { subcommands: table([["ssh", { subcommands: table([["console", optionsOnly("-C --command")]]) }]]) }],
  [
    "heroku",
    {
      subcommands: table([
        ["run run:detached", launcher],
        ["plugins:install plugins:link", packages()],
      ]),
    },
  ],
  ["eb doctl", { subcommands: table([["ssh compute", optionsOnly("-c --command --ssh-command")]]) }],
  [
    "gh glab",
    {
      subcommands: table([
        ["alias", { subcommands: table([["set import", { operands: 0 }]]) }],
        ["extension", { subcommands: table([["install exec upgrade", packages()]]) }],
        // Editors, pagers and browsers are settings.
        ["config", { subcommands: table([["set", operandsFrom(0)]]) }],
        ["codespace", { subcommands: table([["ssh", { operands: 0 }]]) }],
      ]),
    },
  ],
];

export const INFRASTRUCTURE: readonly ProgramRow[] = [...CLUSTERS, ...SECRETS, ...CLOUDS];
