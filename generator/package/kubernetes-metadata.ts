/** Metadata shared by the Kubernetes manifests of a server. */

/** Name and labels of a resource. */
export interface Metadata {
  readonly name: string;
  readonly labels: ResourceLabels;
}

/** Labels of a resource, by key. */
export type ResourceLabels = Readonly<Record<string, string>>;
