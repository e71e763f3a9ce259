/** Creates the Kubernetes manifests of a server: replicas behind one Service, closed by default. For `kubectl apply -k`. */
import type { FileContent } from "../write/manifest.ts";
import { SERVER_PORT } from "./container.ts";
import { deployment, PORT_NAME } from "./kubernetes-deployment.ts";
import { toLabelValue, toResourceName } from "./names.ts";
import type { PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";
import { yamlText } from "./yaml-text.ts";
import type { Metadata, ResourceLabels } from "./kubernetes-metadata.ts";

const MIN_REPLICAS = 3;
const MAX_REPLICAS = 10;
/** Average CPU usage above which replicas are added, in percent of the request. */
const TARGET_CPU = 70;

/** Returns the manifests: content by path. */
export function kubernetesManifests(
  project: GeneratedProject,
  { image, version, hosts }: PackageOptions,
): ReadonlyMap<string, FileContent> {
  const name = toResourceName(project.name);
  const selector = { "app.kubernetes.io/name": name };
  const metadata = { name, labels: { ...selector, "app.kubernetes.io/version": toLabelValue(version) } };
  const resources = new Map<string, object>([
    ["deployment.yaml", deployment({ metadata, selector, image, hosts })],
    ["horizontal-pod-autoscaler.yaml", autoscaler(metadata)],
    ["network-policy.yaml", networkPolicy(metadata, selector)],
    ["pod-disruption-budget.yaml", disruptionBudget(metadata, selector)],
    ["service.yaml", service(metadata, selector)],
  ]);
  const kustomization = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", resources: [...resources.keys()] };
  return new Map(
    Array.from([...resources, ["kustomization.yaml", kustomization] as const], ([path, resource]) => [path, yamlText(resource)]),
  );
}

/** Time for which requests of a client reach the same replica, in seconds. Longer than the idle time of a session. */
const AFFINITY_SECONDS = 10_800;

/** Sends the requests of a client to one replica, because a session of a client of 2025-11-25 or earlier exists only there. */
function service(metadata: Metadata, selector: ResourceLabels): object {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: {
      type: "ClusterIP",
      selector,
      sessionAffinity: "ClientIP",
      sessionAffinityConfig: { clientIP: { timeoutSeconds: AFFINITY_SECONDS } },
      ports: [{ name: PORT_NAME, port: 80, targetPort: PORT_NAME, protocol: "TCP" }],
    },
  };
}

function autoscaler(metadata: Metadata): object {
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata,
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: metadata.name },
      minReplicas: MIN_REPLICAS,
      maxReplicas: MAX_REPLICAS,
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: TARGET_CPU } } }],
    },
  };
}

/** Allows ingress from pods of the same namespace and egress to DNS. Users add the destinations of their tools. */
function networkPolicy(metadata: Metadata, selector: ResourceLabels): object {
  const dns = { "k8s-app": "kube-dns" };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata,
    spec: {
      podSelector: { matchLabels: selector },
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ from: [{ podSelector: {} }], ports: [{ port: SERVER_PORT, protocol: "TCP" }] }],
      egress: [
        {
          to: [{ namespaceSelector: {}, podSelector: { matchLabels: dns } }],
          ports: [
            { port: 53, protocol: "UDP" },
            { port: 53, protocol: "TCP" },
          ],
        },
      ],
    },
  };
}

function disruptionBudget(metadata: Metadata, selector: ResourceLabels): object {
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata,
    // Pods that are not ready do not prevent a node from being drained.
    spec: { maxUnavailable: 1, selector: { matchLabels: selector }, unhealthyPodEvictionPolicy: "AlwaysAllow" },
  };
}
