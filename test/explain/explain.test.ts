import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";

const CONFIG = `name: shop
command: shop --color=never
env: { SHOP_TOKEN: hunter2 }
global_args:
  - { name: profile, default: $SHOP_PROFILE, flag: --profile= }
end_of_options: true
tools:
  - name: shop_find
    description: Find things
    command: find 'all things'
    timeout: 5
    args:
      - { name: word, positional: true, required: true }
      - { name: max_count, type: integer, default: 10, flag: -n }
      - { name: long, type: boolean }
      - { name: password, secret: true, default: open sesame } # a comment
      - { name: dir, cwd: true }
  - name: shop_reset
    description: Forget everything
    command: reset
  - name: shop_list
    description: List things
    command: list
    stderr: on_failure
    exit_codes: { 1: nothing found }
    output: { format: json, select: "[].name" }
`;
const POLICY = `executor: { type: docker, image: shop:1 }
env: { inherit: [LANG] }
limits: { max_timeout: 3 }
tools:
  shop_find:
    confirm: true
    args:
      word: { max_length: 5, pattern: "[a-z]+" }
      max_count:
        max: 20
      dir: { within: . }
`;
const STRICT = "default: enabled\nunknown_args: refuse\n";
const DIRECTIVE = `kind: directive
root: docs/notes
tools:
  - name: read_note
    description: Read a note
    inputSchema: { type: object, properties: { path: { type: string } }, required: [path] }
    handler: file.get
`;

const VM = `name: vm
command: vm
tools:
  - name: vm_stop
    description: Stop a machine
    command: stop
    risk: destructive
    confirm_message: "Stop {id} ({name})?"
    resolve:
      name: { command: describe, args: { id: "{id}" } }
    args:
      - { name: id, positional: true, required: true }
`;

const folder = temporaryFolder({
  "vm.yaml": VM,
  "vm-policy.yaml": "tools: { vm_stop: { confirm: true } }\n",
  "shop.yaml": CONFIG,
  "policy.yaml": POLICY,
  "strict.yaml": STRICT,
  "notes.yaml": DIRECTIVE,
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { ...process.env, SHOP_PROFILE: "mine", LANG: "C", NO_COLOR: "1" };
const explain = (...args: readonly string[]) => climaxGen(["explain", ...args], { cwd: folder, env });

interface ExplainedJson {
  readonly ok: boolean;
  readonly reply?: string;
  readonly argv?: readonly {
    readonly word: string;
    readonly place: { readonly path: string; readonly line: number; readonly column: number };
  }[];
  readonly constraints?: readonly { readonly constraint: string; readonly verdict: string }[];
  readonly [key: string]: unknown;
}

async function explainAsData(...args: readonly string[]): Promise<ExplainedJson> {
  return JSON.parse((await explain(...args, "--json")).stdout) as ExplainedJson;
}

describe("climax-gen explain", () => {
  it("shows the keys that determine the reply", async () => {
    expect((await explain("shop.yaml", "shop_list", "{}")).stdout).toContain(`
results
  exit_codes  {"1":"nothing found"}                 shop.yaml:25:5
  stderr      "on_failure"                          shop.yaml:24:5
  output      {"format":"json","select":"[].name"}  shop.yaml:26:5
`);
  });

  it("shows each argument of the command line with its location in the YAML", async () => {
    const { status, stdout } = await explain("shop.yaml", "shop_find", '{"word":"ox","max_count":"3","long":true,"hint":1}');
    expect(stdout).toBe(`shop_find would run:
  shop            command                       shop.yaml:2:10
  --color=never   command                       shop.yaml:2:15
  find            command                       shop.yaml:10:14
  "all things"    command                       shop.yaml:10:14
  -n              flag of max_count             shop.yaml:14:62
  3               max_count                     shop.yaml:14:17
  --long          flag of long                  shop.yaml:15:17
  --password      flag of password              shop.yaml:16:17
  ***             password                      shop.yaml:16:17
  --profile=mine  global profile with its flag  shop.yaml:5:31
  --              end_of_options                shop.yaml:6:1
  ox              word                          shop.yaml:13:17

arguments
  word       "ox"                                    shop.yaml:13:17
  max_count  3, given as "3"                         shop.yaml:14:17
  long       true                                    shop.yaml:15:17
  password   "***", the default                      shop.yaml:16:50
  hint       ignored: the tool has no such argument

surroundings
  directory     the server's own
  environment   all variables of the server and SHOP_TOKEN (shop.yaml:3:8)
  confirmation  not required
  timeout       5 s
`);
    expect(status).toBe(0);
  });

  it("shows that a strict policy rejects an unknown argument instead of ignoring it", async () => {
    const { outcome, reply, ignored } = await explainAsData("shop.yaml", "shop_find", '{"word":"a","wrod":1}', "--policy", "strict.yaml");
    expect({ outcome, reply, ignored }).toEqual({
      outcome: "refused",
      reply: "Argument validation failed:\n  - unknown argument 'wrod', did you mean 'word'?",
      ignored: [],
    });
  });

  it("shows the executor of a policy, and the verdict of each constraint", async () => {
    const {
      argv = [],
      constraints,
      surroundings,
      confirm,
    } = await explainAsData("shop.yaml", "shop_find", '{"word":"abc","dir":"."}', "--policy", "policy.yaml");
    const words = argv.map(({ word }) => word);
    expect(words.slice(0, 3)).toEqual(["docker", "run", "--rm"]);
    expect(words).toEqual(expect.arrayContaining(["-e", "SHOP_TOKEN", "-w", "."]));
    expect(words.slice(words.indexOf("shop:1"), -7)).toEqual(["shop:1", "shop", "--color=never", "find", "all things"]);
    const placeOf = (word: string): unknown => argv.find((one) => one.word === word)?.place;
    expect(placeOf("docker")).toEqual({ path: "policy.yaml", line: 1, column: 1 });
    expect(placeOf("--color=never")).toEqual({ path: "shop.yaml", line: 2, column: 15 });
    expect(placeOf("find")).toEqual({ path: "shop.yaml", line: 10, column: 14 });
    expect(constraints).toEqual([
      { arg: "word", constraint: "pattern", limit: "[a-z]+", verdict: "holds", place: { path: "policy.yaml", line: 8, column: 30 } },
      { arg: "word", constraint: "max_length", limit: 5, verdict: "holds", place: { path: "policy.yaml", line: 8, column: 15 } },
      { arg: "max_count", constraint: "max", limit: 20, verdict: "holds", place: { path: "policy.yaml", line: 10, column: 9 } },
      { arg: "dir", constraint: "within", limit: ".", verdict: "holds", place: { path: "policy.yaml", line: 11, column: 14 } },
    ]);
    expect(confirm).toBe(true);
    expect(surroundings).toMatchObject({ executor: "docker", directory: ".", timeoutSeconds: 3, environment: [{ name: "SHOP_TOKEN" }] });
  });

  it("shows the server's reply to a call that the policy rejects, and the constraint", async () => {
    const given = '{"word":"ABC","max_count":7}';
    const { ok, reply, argv, constraints } = await explainAsData("shop.yaml", "shop_find", given, "--policy", "policy.yaml");
    expect([ok, reply, argv]).toEqual([
      false,
      "Policy validation failed:\n  - Argument 'word': value 'ABC' does not match pattern '[a-z]+'",
      undefined,
    ]);
    expect(constraints?.map(({ constraint, verdict }) => [constraint, verdict])).toEqual([
      ["pattern", "refuses"],
      ["max_length", "holds"],
      ["max", "holds"],
      ["within", "not_asked"],
    ]);
  });

  it.each<[title: string, args: readonly string[], stdout: string]>([
    [
      "invalid arguments",
      ["shop.yaml", "shop_find", '{"max_count":"many"}'],
      "  Argument validation failed:\n    - Missing required argument 'word'\n    - Argument 'max_count': cannot convert 'many' to integer\n",
    ],
    ["an unknown tool", ["shop.yaml", "shop_fnd"], "  Unknown tool: shop_fnd. Did you mean shop_find?\n"],
    ["a tool that the policy disables", ["shop.yaml", "shop_reset", "--policy", "policy.yaml"], "  Unknown tool: shop_reset"],
    ["a path that leaves a directory", ["notes.yaml", "read_note", '{"path":"../x"}'], "  Path refused: '../x' does not stay under notes/"],
  ])("exits with 1 and shows the server's reply to %s", async (_, args, stdout) => {
    const finished = await explain(...args);
    expect(finished.status).toBe(1);
    expect(finished.stdout).toContain(`the server would reject the call:\n${stdout}`);
  });

  it("shows the line of each constraint, in the entry of a glob and in an included policy", async () => {
    writeFileSync(join(folder, "limits.yaml"), 'tools:\n  "*":\n    args:\n      word: { max_length: 3, message: use a short word }\n');
    writeFileSync(
      join(folder, "globs.yaml"),
      "include: [limits.yaml]\nlimits: { cpu_seconds: 9 }\ntools:\n  shop_*:\n    args:\n      max_count: { max: 20 }\n      long: { forbid: true }\n      dir: { required: true }\n" +
        "  shop_find:\n    args:\n      max_count: { min: 2 }\n",
    );
    const refused = await explain("shop.yaml", "shop_find", '{"word":"apple","max_count":1,"long":true}', "--policy", "globs.yaml");
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stdout).toBe(`the server would reject the call:
  Policy validation failed:
    - Argument 'long': the policy forbids this argument: omit it
    - Argument 'dir': the policy requires this argument: add it
    - Argument 'word': value 'apple' is not allowed: use a short word
    - Argument 'max_count': value 1 is below minimum 2

arguments
  word       "apple"             shop.yaml:13:17
  max_count  1                   shop.yaml:14:17
  long       true                shop.yaml:15:17
  password   "***", the default  shop.yaml:16:50

policy
  word       max_length 3: rejects   limits.yaml:4:15
  max_count  min 2: rejects          globs.yaml:11:20
  max_count  max 20: holds           globs.yaml:6:20
  long       forbid true: rejects    globs.yaml:7:15
  dir        required true: rejects  globs.yaml:8:14
`);
    const { argv } = await explainAsData("shop.yaml", "shop_find", '{"word":"fig","max_count":3,"dir":"."}', "--policy", "globs.yaml");
    expect(argv?.slice(0, 3).map(({ word, place }) => [word, place.path, place.line])).toEqual([
      ["prlimit", "globs.yaml", 2],
      ["--cpu=9:10", "globs.yaml", 2],
      ["--", "globs.yaml", 2],
    ]);
  });

  it("reports that the policy does not enable a tool", async () => {
    const { stderr } = await explain("shop.yaml", "shop_reset", "--policy", "policy.yaml");
    expect(stderr).toMatch(/(^|\n)the policy "policy\.yaml" does not enable "shop_reset"\n$/);
  });

  it.each([
    ["without a policy", []],
    ["in a container", ["--policy", "in-container.yaml"]],
  ])("shows no directory that is secret, %s", async (_, flags) => {
    writeFileSync(join(folder, "in-container.yaml"), "default: enabled\nexecutor: { type: docker, image: shop:1 }\n");
    writeFileSync(join(folder, "hidden.yaml"), CONFIG.replace("cwd: true", "cwd: true, secret: true"));
    const explained = await explainAsData("hidden.yaml", "shop_find", '{"word":"tea","dir":"/home/kim"}', ...flags);
    expect(explained["surroundings"]).toMatchObject({ directory: "***" });
    expect(JSON.stringify(explained)).not.toContain("kim");
  });

  it("shows the file that a Directive tool would read", async () => {
    const { status, stdout } = await explain("notes.yaml", "read_note", '{"path":"notes/a.md"}');
    expect(stdout).toContain("read_note would read:\n  docs/notes/a.md\n");
    expect(status).toBe(0);
  });

  it("runs nothing", async () => {
    writeFileSync(join(folder, "touch.yaml"), "command: touch made\ntools:\n  - { name: t, description: Make a file }\n");
    expect(await explain("touch.yaml", "t")).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, "made"))).toBe(false);
  });

  it.each([
    ["no tool", ["shop.yaml"]],
    ["arguments that are not JSON", ["shop.yaml", "shop_find", "{word}"]],
    ["arguments that are a list", ["shop.yaml", "shop_find", "[]"]],
    ["arguments in the form of options", ["shop.yaml", "shop_find", "word=tea"]],
  ])("exits with 2 for %s", async (_, args) => {
    const { status, stderr } = await explain(...args);
    expect([status, stderr.startsWith("error: ")]).toEqual([2, true]);
  });

  it("prints the diagnostics of invalid inputs instead", async () => {
    writeFileSync(join(folder, "broken.yaml"), CONFIG.replace("timeout: 5", "timeuot: 5"));
    const { status, stdout, stderr } = await explain("broken.yaml", "shop_find");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("broken.yaml:11:5: error[unknown-key]");
  });

  it("shows the message of a confirmation, and the resolvers that would run", async () => {
    const { stdout } = await explain("vm.yaml", "--policy", "vm-policy.yaml", "vm_stop", '{"id":"i 1"}');
    expect(stdout.slice(stdout.indexOf("confirmation\n"))).toBe(
      ["confirmation", '  message  Stop "i 1" (<name>)?    vm.yaml:8:22', '  <name>   vm describe --id "i 1"  vm.yaml:10:24', ""].join(
        "\n",
      ),
    );
  });
});
