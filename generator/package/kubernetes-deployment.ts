/** The Deployment: pods that run the server as nobody in particular, on a file system that they cannot write. */
import { DRAIN_SECONDS, HEALTH_PATH, READY_PATH, SERVER_PORT, serverArguments, TOKEN_VARIABLE, USER_ID } from "./container.ts";
import type { Labels, Metadata } from "./kubernetes-metadata.ts";

export interface DeploymentOptions {
  readonly metadata: Metadata;
  readonly selector: Labels;
  readonly image: string;
  /** The names outside of the cluster that clients address the server by. */
  readonly hosts: readonly string[];
}

/** Name of the container's port, which Service and probes go by. */
export const PORT_NAME = "http";

/** Seconds that load balancers have to learn that a pod is going, before it is told to stop. */
const NOTICE_SECONDS = 5;
/** Seconds beyond notice and drain, before the kubelet ends the pod by force. */
const SPARE_SECONDS = 15;

const TEMPORARY_VOLUME = "tmp";
const TOKEN_KEY = "token";

const NAMESPACE_VARIABLE = "POD_NAMESPACE";
/** Prometheus asks each pod by its address. */
const ADDRESS_VARIABLE = "POD_IP";

/** The Secret that holds the token under the key `token`; it is the user's to make, for a token in a file is no secret. */
export function tokenSecretName(resourceName: string): string {
  return `${resourceName}-token`;
}

export function deployment(options: DeploymentOptions): object {
  const { metadata, selector } = options;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    // Without `replicas`: to apply it again would take away what the autoscaler has added.
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
    // No tool gets a way to the cluster that nobody gave it.
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // The first process of the pod reaps what programs leave behind.
    shareProcessNamespace: true,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER_ID,
      runAsGroup: USER_ID,
      fsGroup: USER_ID,
      seccompProfile: { type: "RuntimeDefault" },
    },
    terminationGracePeriodSeconds: NOTICE_SECONDS + DRAIN_SECONDS + SPARE_SECONDS,
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "ScheduleAnyway", labelSelector: { matchLabels: selector } },
    ],
    containers: [{ ...container(image), args: serverArguments([...clusterHosts(name), ...hosts]), env: environment(name) }],
    volumes: [{ name: TEMPORARY_VOLUME, emptyDir: { sizeLimit: "64Mi" } }],
  };
}

/** Under what names a Service, and its pods, are reached from inside of the cluster; `$(…)` is filled in by Kubernetes. */
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
