/**
 * climax_search against the reference: vectors/search.json. The reference lists what it finds in definition order, we list the best
 * first (design 8), so results are compared by name; their order is tested in test/runtime/search.
 */
import { answerSearch } from "../../runtime/serve/meta-tools.ts";
import { indexModel, parseConfigs } from "./configs.ts";
import { readPolicies } from "./vector-policies.ts";
import { describeConformance } from "./vectors.ts";

interface Input {
  readonly configs: readonly string[];
  readonly policy_yaml: string | null;
  readonly arguments_json: string;
}

interface Expected {
  readonly response?: unknown;
  readonly raises?: unknown;
}

describeConformance<Input, Expected>({
  file: "search",
  async compare({ input, expected }) {
    const parsed = await parseConfigs(input.configs);
    const want = byName(expected.response ?? "refused");
    if (parsed.kind === "refused") return { got: parsed.diagnostics.map(({ code }) => code), want };
    const given = (JSON.parse(input.arguments_json) ?? {}) as Record<string, unknown>;
    const { text, isError } = answerSearch(indexModel(parsed.model).narrow(readPolicies(input.policy_yaml)), given);
    return { got: isError ? "refused" : byName(JSON.parse(text)), want };
  },
});

interface Response {
  readonly results?: readonly { readonly tool_name: string }[];
}

function byName(response: unknown): unknown {
  const { results } = response as Response;
  if (results === undefined) return response;
  return { ...(response as Response), results: results.toSorted((left, right) => (left.tool_name < right.tool_name ? -1 : 1)) };
}
