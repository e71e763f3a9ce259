/** climax_search against the reference: vectors/search.json. */
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
    const want = expected.response ?? "refused";
    if (parsed.kind === "refused") return { got: parsed.diagnostics.map(({ code }) => code), want };
    const given = (JSON.parse(input.arguments_json) ?? {}) as Record<string, unknown>;
    const { text, isError } = answerSearch(indexModel(parsed.model).narrow(readPolicies(input.policy_yaml)), given);
    return { got: isError ? "refused" : JSON.parse(text), want };
  },
});
