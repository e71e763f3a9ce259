/** A generated source file as data. Its texts are TypeScript already: whatever came from YAML has been through `escape.ts`. */

export interface SourceFile {
  /** Below the generated project's folder, with `/`. */
  readonly path: string;
  readonly statements: readonly Statement[];
}

export type Statement =
  /** A line comment without its slashes. */
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "import"; readonly from: string; readonly names: readonly ImportedName[]; readonly typeOnly: boolean }
  | { readonly kind: "namespace-import"; readonly from: string; readonly name: string; readonly typeOnly: boolean }
  | { readonly kind: "interface"; readonly name: string; readonly doc: string; readonly members: readonly Member[] }
  /** An interface without members of its own; without anything to extend it accepts no property. */
  | { readonly kind: "extending-interface"; readonly name: string; readonly doc: string; readonly bases: readonly string[] }
  /** Declarations of types, doc comments included. */
  | { readonly kind: "declarations"; readonly text: string }
  | ConstStatement
  | { readonly kind: "expression"; readonly text: string };

export interface ConstStatement {
  readonly kind: "const";
  readonly name: string;
  readonly doc: string;
  /** Its annotation. Default: none. */
  readonly type?: string;
  readonly value: string;
  /** `as const` and the like, behind the value. Default: none. */
  readonly assertion?: string;
}

export interface ImportedName {
  readonly name: string;
  /** `type` before this name; for a whole `import type`, the statement's own `typeOnly` says so. */
  readonly typeOnly: boolean;
}

export interface Member {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly doc: string;
}
