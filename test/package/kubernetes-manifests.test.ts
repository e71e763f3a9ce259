/**
 * Checks manifests against the schemas that Kubernetes publishes, from `kubernetes-models`: its validators check values, and its types, with
 * the compiler, find unknown fields.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { Service } from "kubernetes-models/v1/Service";
import { afterAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { makePackage } from "../../generator/package/make-package.ts";
import { HTTP_TIMEOUTS } from "../../runtime/http/limits.ts";
import { readLaunch } from "../../runtime/launch/launch.ts";
import { ROOT } from "../e2e/project.ts";
import { HOSTILE_NAMES, options, project } from "./projects.ts";

const KINDS = new Map(
  [
    ["deployment.yaml", Deployment, "apps/v1/Deployment"],
    ["horizontal-pod-autoscaler.yaml", HorizontalPodAutoscaler, "autoscaling/v2/HorizontalPodAutoscaler"],
    ["network-policy.yaml", NetworkPolicy, "networking.k8s.io/v1/NetworkPolicy"],
    ["pod-disruption-budget.yaml", PodDisruptionBudget, "policy/v1/PodDisruptionBudget"],
    ["service.yaml", Service, "v1/Service"],
  ].map(([path, Model, module]) => [path as string, { Model: Model as ModelClass, module: module as string }]),
);

type ModelClass = new (data: object) => { validate: () => void };

// Inside the repository, so that the compiler resolves the types.
const folder = mkdtempSync(join(ROOT, "node_modules/.climax-k8s-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function texts(name: string): readonly (readonly [path: string, text: string])[] {
  const said = project({ name });
  const flags = { format: "k8s" } as const;
  const files = makePackage({ project: said, options: options(said, flags), flags, templates: new Map() });
  return [...files].filter(([path]) => path.endsWith(".yaml")).map(([path, text]) => [path, String(text)]);
}

function manifests(name: string): ReadonlyMap<string, object> {
  return new Map(
    texts(name).map(([path, text]) =>
      // Parsed as YAML 1.1, which many parsers implement: unquoted `no` is a boolean there.
      [path, parse(text, { version: "1.1" }) as object],
    ),
  );
}

describe("the Kubernetes manifests", () => {
  it.each(["hello", ...HOSTILE_NAMES])("are valid for a server called %j", (name) => {
    const found = manifests(name);
    for (const [path, { Model }] of KINDS) expect(() => new Model(found.get(path) ?? {}).validate(), path).not.toThrow();
  });

  it("are checked by validators that detect a wrong value", () => {
    const { spec, ...rest } = manifests("hello").get("deployment.yaml") as { spec: object };
    expect(() => new Deployment({ ...rest, spec: { ...spec, replicas: "three" } } as object).validate()).toThrow(/replicas/);
  });

  it("have only fields of Kubernetes", () => {
    const found = manifests("hello");
    const imports = Array.from(
      KINDS,
      ([, { module }]) => `import type { I${module.split("/").at(-1)} } from "kubernetes-models/${module}";\n`,
    );
    const checks = Array.from(
      KINDS,
      ([path, { module }], place) =>
        `export const r${place} = ${JSON.stringify(found.get(path))} satisfies I${module.split("/").at(-1)};\n`,
    );
    writeFileSync(join(folder, "check.ts"), [...imports, ...checks].join(""));
    expect(compile("check.ts")).toBe("");
    writeFileSync(join(folder, "broken.ts"), [...imports, ...checks].join("").replace('"readinessProbe"', '"readynessProbe"'));
    expect(compile("broken.ts")).toContain("readynessProbe");
  });

  it("are rendered by kubectl, with only valid resources and no change", ({ skip }) => {
    if (spawnSync("kubectl", ["version", "--client"]).status !== 0) {
      console.log("skipped: kubectl is not installed");
      return skip();
    }
    const rendered = join(folder, "rendered");
    mkdirSync(rendered);
    for (const [path, text] of texts("hello")) writeFileSync(join(rendered, path), text);
    const documents = parseAllDocuments(execFileSync("kubectl", ["kustomize", rendered], { encoding: "utf8" }));
    const resources = documents.map((document) => document.toJS() as { kind: string });
    const found = manifests("hello");
    for (const resource of resources) {
      const [path = "", { Model } = { Model: Deployment as ModelClass }] =
        [...KINDS].find(([, { module }]) => module.endsWith(`/${resource.kind}`)) ?? [];
      expect(() => new Model(resource).validate(), path).not.toThrow();
      expect(resource).toEqual(found.get(path));
    }
    expect(resources).toHaveLength(KINDS.size);
  });

  it("are exactly the resources of the kustomization", () => {
    const found = manifests("hello");
    expect(found.get("kustomization.yaml")).toMatchObject({ kind: "Kustomization", resources: [...KINDS.keys()] });
    expect([...found.keys()].toSorted()).toEqual([...KINDS.keys(), "kustomization.yaml"].toSorted());
  });

  it("run the server as an unprivileged user, on a read-only file system, with the token from a Secret", () => {
    expect(manifests("hello").get("deployment.yaml")).toMatchObject({
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
            containers: [
              {
                securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
                env: expect.arrayContaining([
                  { name: "CLIMAX_HTTP_TOKEN", valueFrom: { secretKeyRef: { name: "hello-token", key: "token" } } },
                ]) as unknown,
                livenessProbe: { httpGet: { path: "/healthz" } },
                readinessProbe: { httpGet: { path: "/readyz" } },
              },
            ],
          },
        },
      },
    });
  });

  it("send the requests of a client to one replica, for at least as long as a session can be unused", () => {
    const { spec } = manifests("hello").get("service.yaml") as {
      spec: { sessionAffinity: string; sessionAffinityConfig: { clientIP: { timeoutSeconds: number } } };
    };
    expect(spec.sessionAffinity).toBe("ClientIP");
    expect(spec.sessionAffinityConfig.clientIP.timeoutSeconds * 1000).toBeGreaterThanOrEqual(HTTP_TIMEOUTS.sessionIdleMs);
  });

  it("spread the pods over zones and nodes, also during a rolling update, and keep all but one during a disruption", () => {
    const selector = { matchLabels: { "app.kubernetes.io/name": "hello" } };
    expect(manifests("hello").get("deployment.yaml")).toMatchObject({
      spec: {
        selector,
        template: {
          spec: {
            topologySpreadConstraints: ["topology.kubernetes.io/zone", "kubernetes.io/hostname"].map((topologyKey) => ({
              topologyKey,
              labelSelector: selector,
              matchLabelKeys: ["pod-template-hash"],
            })),
          },
        },
      },
    });
    expect(manifests("hello").get("pod-disruption-budget.yaml")).toMatchObject({ spec: { maxUnavailable: 1, selector } });
  });

  it("do not change the number of replicas of the autoscaler if applied again", () => {
    const { spec } = manifests("hello").get("deployment.yaml") as { spec: object };
    expect(Object.keys(spec)).not.toContain("replicas");
    expect(manifests("hello").get("horizontal-pod-autoscaler.yaml")).toMatchObject({ spec: { minReplicas: 3, maxReplicas: 10 } });
  });

  it("accept every name of the Service in the cluster, and the given names", () => {
    const flags = { format: "k8s", allowHost: "tools.example.com" } as const;
    const files = makePackage({ project: project(), options: options(project(), flags), flags, templates: new Map() });
    const { spec } = parse(String(files.get("deployment.yaml"))) as { spec: { template: { spec: PodSpec } } };
    const { args } = spec.template.spec.containers[0];
    expect(args.filter((_, place) => args[place - 1] === "--allow-host")).toEqual([
      "hello",
      "hello.$(POD_NAMESPACE)",
      "hello.$(POD_NAMESPACE).svc",
      "hello.$(POD_NAMESPACE).svc.cluster.local",
      "$(POD_IP)",
      "tools.example.com",
    ]);
    expect(
      readLaunch(
        args.map((word) => word.replace("$(POD_NAMESPACE)", "default").replace("$(POD_IP)", "fd00::5")),
        LAUNCH,
      ),
    ).toMatchObject({
      kind: "serve",
      http: { allowedHosts: expect.arrayContaining(["hello.default.svc", "[fd00::5]"]) as unknown },
    });
  });

  it("give in-flight calls more time than the server's drain", () => {
    const { spec } = manifests("hello").get("deployment.yaml") as { spec: { template: { spec: PodSpec } } };
    const { terminationGracePeriodSeconds, containers } = spec.template.spec;
    const [{ args, lifecycle }] = containers;
    const drain = Number(args[args.indexOf("--drain") + 1]);
    expect(drain).toBeGreaterThan(0);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(drain + lifecycle.preStop.sleep.seconds);
  });
});

const LAUNCH = { name: "hello", version: "1.0.0", classic: false };

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [
    { readonly args: readonly string[]; readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } } },
  ];
}

/** Returns the compiler's output, which is empty without errors. */
function compile(file: string): string {
  const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler", "--ignoreConfig"];
  try {
    execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), ...flags, file], { cwd: folder, encoding: "utf8" });
    return "";
  } catch (error) {
    // The compiler prints errors to standard output and exits with a failure.
    return (error as { stdout: string }).stdout;
  }
}
