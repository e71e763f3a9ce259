import { expect, it } from "vitest";
import { OWN_FORMS, type OwnForm } from "../../generator/import/read/lines/own-forms.ts";

it("lists forms of single programs with a reason and an example that the pattern matches", () => {
  const rows: readonly (readonly [string, OwnForm])[] = Object.entries(OWN_FORMS);
  const wrong = rows.filter(
    ([, { pattern, example, reason, from }]) => !pattern.test(example) || reason === "" || from === "" || pattern.global,
  );
  expect(wrong).toEqual([]);
});
