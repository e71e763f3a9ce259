/** Builds SARIF 2.1.0 documents (OASIS), which code scanning services read. */

/** Rule of a document. A rule is listed once, and only if it has results. */
export interface SarifRule {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** One finding. `ruleId` is the id of a listed rule. */
export interface SarifResult {
  readonly ruleId: string;
  readonly [property: string]: unknown;
}

/** Returns the document of one run of climax-gen. Adds to each result the index of its rule. */
export function sarifDocument(rules: readonly SarifRule[], results: readonly SarifResult[]): object {
  const ruleIndexes = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "climax-gen", rules } },
        columnKind: "utf16CodeUnits",
        results: results.map((result) => ({ ...result, ruleIndex: ruleIndexes.get(result.ruleId) })),
      },
    ],
  };
}

/** Returns the `locations` of a result: a file, and if they are known, its lines and columns. The path becomes a relative URI. */
export function sarifLocations(path: string, region?: object): readonly object[] {
  const artifactLocation = { uri: path.split("/").map(encodeURIComponent).join("/") };
  return [{ physicalLocation: { artifactLocation, ...(region !== undefined && { region }) } }];
}

/** Returns the `message` of a result. A help text is the next line. */
export function sarifMessage(message: string, help: string | undefined): { readonly text: string } {
  return { text: help === undefined ? message : `${message}\nhelp: ${help}` };
}
