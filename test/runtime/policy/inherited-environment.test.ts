import { describe, expect, it } from "vitest";
import { inheritEnvironment } from "../../../runtime/policy/inherited-environment.ts";
import type { EnvInherit } from "../../../runtime/policy/policy-spec.ts";

const env = {
  PATH: "/usr/bin",
  HOME: "/home/u",
  USER: "u",
  LANG: "C",
  LC_ALL: "C",
  LC_TIME: "de_DE",
  TERM: "xterm",
  TMPDIR: "/tmp",
  TZ: "UTC",
  LCX: "no",
  OWN_LC_KEY: "no",
  AWS_SECRET_ACCESS_KEY: "hunter2",
  path: "no",
};

describe("the environment of commands", () => {
  it.each<[string, EnvInherit | undefined, readonly string[]]>([
    ["the whole environment by default", undefined, Object.keys(env)],
    ["the whole environment with `all`", "all", Object.keys(env)],
    ["the minimal environment with `minimal`", "minimal", ["PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_TIME", "TERM", "TMPDIR", "TZ"]],
    ["the names of a list, unless they are not set", ["HOME", "AWS_SECRET_ACCESS_KEY", "UNSET"], ["HOME", "AWS_SECRET_ACCESS_KEY"]],
    ["empty for an empty list", [], []],
    ["no names of Object.prototype", ["constructor", "__proto__"], []],
  ])("is %s", (_title, inherit, names) => {
    const inherited = inheritEnvironment(env, inherit);
    expect(Object.keys(inherited)).toEqual(names);
    for (const name of names) expect(inherited[name]).toBe(env[name as keyof typeof env]);
  });

  it("keeps a variable that is called __proto__", () => {
    const given = JSON.parse('{"__proto__":"x","A":"1"}') as Record<string, string>;
    expect(Object.keys(inheritEnvironment(given, ["__proto__"]))).toEqual(["__proto__"]);
  });
});
