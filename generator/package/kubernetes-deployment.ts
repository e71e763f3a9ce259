/** Creates the Deployment: pods that run the server as an unprivileged user on a read-only file system. */
import { DRAIN_SECONDS, HEALTH_PATH, READY_PATH, SERVER_PORT, serverArguments, TOKEN_VARIABLE, USER_ID } from "./container.ts";
import type { ResourceLabels, Metadata } from "./kubernetes-metadata.ts";

/** Options of a Deployment. */
export interface DeploymentOptions {
  readonly metadata: Metadata;
  readonly selector: ResourceLabels;
  readonly image: string;
  /** Host names of the server outside the cluster. */
  readonly hosts: readonly string[];
}

/** Name of the container's port, for the Service and the probes. */
export const PORT_NAME = "http";

/** Time for load balancers to remove a pod before it gets SIGTERM, in seconds. */
const NOTICE_SECONDS = 5;
/** Time after notice and drain before the kubelet kills the pod, in seconds. */
const SPARE_SECONDS = 15;

/** Node labels. Pods are spread evenly over their values. */
const SPREAD_KEYS = ["topology.kubernetes.io/zone", "kubernetes.io/hostname"];

const TEMPORARY_VOLUME = "tmp";
const TOKEN_KEY = "token";

const NAMESPACE_VARIABLE = "POD_NAMESPACE";
/** Variable with the pod's address, at which Prometheus requests metrics. */
const ADDRESS_VARIABLE = "POD_IP";

/**
 * Returns the name of the Secret that contains the token under the key `token`. The user creates it, so that no file contains the token.
 */
export function tokenSecretName(resourceName: string): string {
  return `${resourceName}-token`;
}

/** Returns the Deployment of a server. */
export function deployment(options: DeploymentOptions): object {
  const { metadata, selector } = options;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    // No `replicas`: applying the file again would undo the autoscaler's changes.
    spec: {
      selector: { matchLabels: selector },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: { metadata: { labels: metadata.labels }, spec: podSpec(options) },
    },
  };
}

function podSpec({ metadata, selector, image, hosts }: DeploymentOptions): object {
  const { name } = metadata;
  return {
    // Tools get no credentials of the cluster.
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // The pod's first process reaps orphan processes.
    shareProcessNamespace: true,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER_ID,
      runAsGroup: USER_ID,
      fsGroup: USER_ID,
      seccompProfile: { type: "RuntimeDefault" },
    },
    terminationGracePeriodSeconds: NOTICE_SECONDS + DRAIN_SECONDS + SPARE_SECONDS,
    topologySpreadConstraints: SPREAD_KEYS.map((topologyKey) => ({
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: "ScheduleAnyway",
      labelSelector: { matchLabels: selector },
      // Otherwise, pods of the previous version would count during a rolling update, and the new pods could all run on one node.
      matchLabelKeys: ["pod-template-hash"],
    })),
    containers: [{ ...container(image), args: serverArguments([...clusterHosts(name), ...hosts]), env: environment(name) }],
    volumes: [{ name: TEMPORARY_VOLUME, emptyDir: { sizeLimit: "64Mi" } }],
  };
}

/** Returns the host names of the Service and its pods inside the cluster. Kubernetes expands `$(…)`. */
function clusterHosts(name: string): readonly string[] {
  const qualified = `${name}.$(${NAMESPACE_VARIABLE})`;
  return [name, qualified, `${qualified}.svc`, `${qualified}.svc.cluster.local`, `$(${ADDRESS_VARIABLE})`];
}

function environment(name: string): readonly object[] {
  return [
    { name: NAMESPACE_VARIABLE, valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
    { name: ADDRESS_VARIABLE, valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    { name: TOKEN_VARIABLE, valueFrom: { secretKeyRef: { name: tokenSecretName(name), key: TOKEN_KEY } } },
  ];
}

function container(image: string): object {
  return {
    name: "server",
    image,
    ports: [{ name: PORT_NAME, containerPort: SERVER_PORT, protocol: "TCP" }],
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "512Mi" } },
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
    startupProbe: { httpGet: { path: HEALTH_PATH, port: PORT_NAME }, periodSeconds: 1, failureThreshold: 30 },
    livenessProbe: { httpGet: { path: HEALTH_PATH, port: PORT_NAME }, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 },
    readinessProbe: { httpGet: { path: READY_PATH, port: PORT_NAME }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 },
    lifecycle: { preStop: { sleep: { seconds: NOTICE_SECONDS } } },
    volumeMounts: [{ name: TEMPORARY_VOLUME, mountPath: "/tmp" }],
  };
}
