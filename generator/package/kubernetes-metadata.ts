/** Metadata shared by the Kubernetes manifests of a server. */

export interface Metadata {
  readonly name: string;
  readonly labels: Labels;
}

export type Labels = Readonly<Record<string, string>>;
