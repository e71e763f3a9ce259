/** Tests the next steps that are printed for a package. */
import { describe, expect, it } from "vitest";
import { nextSteps } from "../../generator/package/make-package.ts";
import { options, project } from "./projects.ts";

describe("nextSteps", () => {
  it.each([
    ["a folder", "out-npm", "npm publish ./out-npm"],
    ["a nested folder, which npm could treat as a repository", "packages/tools", "npm publish ./packages/tools"],
    ["a hidden folder", ".packages", "npm publish ./.packages"],
    ["a folder whose path starts with ./", "./out-npm", "npm publish ./out-npm"],
    ["a folder in the parent directory", "../out-npm", "npm publish ../out-npm"],
    ["a full path", "/srv/out-npm", "npm publish /srv/out-npm"],
    ["a name that a shell splits", "my tools", "npm publish './my tools'"],
  ])("publishes %s as a directory, never as a package or repository of that name", (_, output, want) => {
    const flags = { format: "npm" } as const;
    const request = { project: project(), options: options(project(), flags), flags, templates: new Map<string, string>() };
    expect(nextSteps(request, output)).toEqual([want]);
  });
});
