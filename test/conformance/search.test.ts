/**
 * Compares climax_search with the reference: vectors/search.json. The reference returns results in definition order, this implementation by
 * descending score (docs/search.md). Results are compared by name; test/runtime/search tests their order.
 */
import { answerSearch } from "../../runtime/server/answer-search.ts";
import { indexModel, parseConfigs } from "./configs.ts";
import { withoutOrder } from "./order.ts";
import { readPolicies } from "./vector-policies.ts";
import { describeConformance } from "./vectors.ts";

interface Input {
  readonly configs: readonly string[];
  readonly policy_yaml: string | null;
  readonly arguments_json: string;
}

type Response = { readonly mode: string } & Readonly<Partial<Record<"results" | "summary", readonly unknown[]>>>;

interface Expected {
  readonly response?: Response;
  readonly raises?: unknown;
}

describeConformance<Input, Expected>({
  file: "search",
  async compare({ input, expected }) {
    const parsed = await parseConfigs(input.configs);
    const want = expected.response ?? "refused";
    if (parsed.kind === "refused") return { got: parsed.diagnostics.map(({ code }) => code), want };
    const given = (JSON.parse(input.arguments_json) ?? {}) as Record<string, unknown>;
    const { text, isError } = answerSearch(indexModel(parsed.model).narrow(readPolicies(input.policy_yaml)), given);
    return { got: isError ? "refused" : listWithoutOrder(contractKeys(text)), want: listWithoutOrder(want) };
  },
});

/** The counters, which follow the keys of the contract, are tested in test/runtime/server. */
function contractKeys(text: string): Response {
  const [[, mode], [key, list]] = Object.entries(JSON.parse(text) as object) as [[string, string], [string, readonly unknown[]]];
  return { mode, [key]: list };
}

function listWithoutOrder(response: Response | "refused"): unknown {
  if (response === "refused") return response;
  const { results, summary } = response;
  return { ...response, ...(results && { results: withoutOrder(results) }), ...(summary && { summary: withoutOrder(summary) }) };
}
