/** Tests setup, connections and shutdown of a server inside another program. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createServer, createToolIndex, defineTool, type FunctionArgs, ServerSetupError } from "../../runtime/index.ts";
import { folder, inMemory, inMemoryLegacy, servers, start, useEmbeddedServers, weather } from "../fixtures/embedded-servers.ts";

import { toPart } from "../fixtures/source-server.ts";

useEmbeddedServers();

const HOST = "a name such as api.example.org or *.example.org, or an IP address in its shortest form";

describe("setting up", () => {
  it("enables the functions that a policy names, and applies its rules to them", async () => {
    const policy = { tools: {}, functions: { weather: { args: { city: { max_length: 3 } } } } } as const;
    const client = await inMemory(start({ tools: [weather], policy, classic: true }));
    expect(await client.call("weather", { city: "Ulm" })).toBe("Ulm, 1 days, celsius");
    await expect(client.call("weather", { city: "Cologne" })).resolves.toContain("Policy validation failed");
  });

  it("logs one warning for each program that is not installed, when the first client connects", async () => {
    const missing = createToolIndex([
      toPart({ command: ["zz-none"] }, { a: {}, b: {} }),
      toPart({ name: "e", command: ["echo"] }, { c: {} }),
    ]);
    const server = start({ index: missing, tools: [weather] });
    await inMemory(server);
    await inMemory(server);
    expect(server.lines.filter((line) => line.includes("program not found"))).toEqual(['warn program not found {"program":"zz-none"}']);
  });

  it("throws all problems at once", () => {
    const tool = (name: string) => defineTool({ name, description: "", run: () => "" });
    const policy = { default: "enabled", tools: { wether: {}, weather: { args: { town: { max_length: 3 } } } } } as const;
    const misfit = defineTool({ name: "misfit", description: "", args: { n: { type: "integer", default: "x" } }, run: () => "" });
    const tools = [weather, tool("weather"), tool("say"), tool("climax_call"), tool("a b"), misfit];
    const make = () => start({ tools, policy, audit: { file: join(folder, "missing/audit") } });
    expect(make).toThrow(ServerSetupError);
    const problems: readonly string[] = (() => {
      try {
        return make() && [];
      } catch (error) {
        return error instanceof ServerSetupError ? error.problems : [];
      }
    })();
    expect(problems).toEqual([
      'two tools have the name "weather"',
      'the index already has a tool with the name "say"',
      'the name "climax_call" is that of a meta-tool: use another name',
      'the name "a b" is not allowed: use 1 to 128 letters, digits, "_", "-" and "."',
      `a default of "misfit" does not fit: Argument 'n': cannot convert 'x' to integer`,
      expect.stringContaining('"wether"'),
      expect.stringContaining('"town"'),
      expect.stringMatching(/^audit\.file: ENOENT/),
    ]);
  });

  it("throws if a policy has an executor for a function", () => {
    const policy = { default: "enabled", tools: { weather: { executor: { type: "bubblewrap" } } } } as const;
    expect(() => start({ tools: [weather], policy })).toThrow(
      'the policy has an executor for "weather", which is a function of this program and runs in it\nhelp: remove the executor',
    );
    expect(() =>
      start({ tools: [weather], policy: { default: "enabled", tools: { "*": { executor: { type: "local" } } } } }),
    ).not.toThrow();
  });

  it.each([
    [
      "a text for an integer",
      { n: { type: "integer", default: "5" } },
      {},
      'the default of the argument "n" of "t" is not of type integer',
    ],
    [
      "one value for a list",
      { n: { type: "string", repeat: true, default: "a" } },
      {},
      'the default of the argument "n" of "t" is not a list of values of type string',
    ],
    ["an empty enum", { n: { type: "string", enum: [] } }, {}, 'the enum of the argument "n" of "t" is empty'],
    [
      "an unknown name in a relation",
      { n: { type: "string" } },
      { at_most_one: [["n", "m"]] },
      'a relation of "t" names the unknown argument "m"',
    ],
    ["an unknown required name", { n: { type: "string", requires: ["m"] } }, {}, 'a relation of "t" names the unknown argument "m"'],
  ] as const)("rejects a function tool with %s", (_title, args: FunctionArgs, relations, problem) => {
    const tool = defineTool({ name: "t", description: "d", args, ...relations, run: () => "" });
    expect(() => createServer({ name: "f", version: "1", tools: [tool] })).toThrow(problem);
  });

  it("rejects values that are not policies or tools, such as those of a failed load, instead of ignoring them", () => {
    const problemsOf = (options: object): readonly string[] => {
      try {
        servers.push(createServer({ name: "f", version: "1", ...options }));
        return [];
      } catch (error) {
        return error instanceof ServerSetupError ? error.problems : [String(error)];
      }
    };
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ policy: undefined, tools: undefined }, []],
      [{ policy: { default: "enabled", tools: {} } }, []],
      [{ policy: null }, ["policy: expected a policy, which is an object, received null"]],
      [{ policy: "x" }, ['policy: expected a policy, which is an object, received "x"']],
      [{ policy: [{ tools: {} }, null] }, ["policy[1]: expected a policy, which is an object, received null"]],
      [{ policy: { tols: {} } }, ['policy: unknown key "tols": did you mean "tools"?']],
      [{ policy: { include: ["base.yaml"], tools: {} } }, ['policy: unknown key "include"']],
      [
        { policy: { default: "enable", tools: [] } },
        ['policy.default: expected enabled or disabled, received "enable"', "policy.tools: expected an object, received a list"],
      ],
      [
        { policy: { tools: { a: null, b: "x", c: { confrim: true, confirm: "yes", enabled: 0 } } } },
        [
          "policy.tools.a: expected an object, received null",
          'policy.tools.b: expected an object, received "x"',
          'policy.tools.c: unknown key "confrim": did you mean "confirm"?',
          'policy.tools.c.confirm: expected true or false, received "yes"',
          "policy.tools.c.enabled: expected true or false, received a value of the type number",
        ],
      ],
      [
        { policy: { tools: {}, functions: { weather: { args: { city: { patern: "a", max_length: "3" } }, description: undefined } } } },
        [
          'policy.functions.weather.args.city: unknown key "patern": did you mean "pattern"?',
          'policy.functions.weather.args.city.max_length: expected a number that is not negative, received "3"',
        ],
      ],
      [
        { policy: { tools: {}, executor: { type: "bubblewarp" }, env: { inherit: "minimial" }, limits: { max_queue: Number.NaN } } },
        [
          'policy.executor.type: expected local, docker or bubblewrap, received "bubblewarp"',
          'policy.env.inherit: expected all, minimal or a list of texts, received "minimial"',
          "policy.limits.max_queue: expected a number that is not negative, received a value of the type number",
        ],
      ],
      [
        { policy: { tools: {}, executor: { type: "bubblewrap", netwrok: "none" }, approval: { global: "al" }, unknown_args: "allow" } },
        [
          'policy.executor: unknown key "netwrok": did you mean "network"?',
          'policy.approval.global: expected none, destructive, write or all, received "al"',
          'policy.unknown_args: expected refuse, received "allow"',
        ],
      ],
      [
        {
          policy: {
            tools: { a: { executor: { type: "bubblewrap", network: { host: [] } } }, b: { executor: "local" } },
            functions: { weather: { executor: { type: "local" } } },
          },
        },
        [
          'policy.tools.a.executor.network: unknown key "host": did you mean "hosts"?',
          'policy.tools.b.executor: expected an object, received "local"',
          'policy.functions.weather: unknown key "executor"',
        ],
      ],
      [
        {
          policy: {
            tools: {
              a: {
                executor: { type: "bubblewrap", network: { hosts: ["API.example.org", "*.example.org", "10.0.0.1", "::1", "[fe80::1]"] } },
              },
              b: {
                executor: { type: "bubblewrap", network: { hosts: ["*.1", "*", "localhost", "https://a.example", "01.2.3.4", "0:0::1"] } },
              },
              c: { executor: { type: "bubblewrap", network: { hosts: [] } } },
              d: { scopes: ["deploy", "a:b/c"] },
              e: { scopes: ["a b", "", 'a"b'] },
            },
          },
        },
        [
          ...["*.1", "*", "localhost", "https://a.example", "01.2.3.4", "0:0::1"].map(
            (host, at) => `policy.tools.b.executor.network.hosts[${at}]: expected ${HOST}, received "${host}"`,
          ),
          "policy.tools.c.executor.network.hosts: expected a list of at least one host, received a list",
          ...["a b", "", 'a\\"b'].map(
            (scope, at) =>
              `policy.tools.e.scopes[${at}]: expected the name of a scope, without spaces and quotation marks, received "${scope}"`,
          ),
        ],
      ],
      [{ tools: null }, ["tools: expected a list of function tools, received null"]],
      [
        { tools: [weather, { description: "x", run() {} }, 7, { name: "t", run() {} }] },
        [
          "tools[1]: expected a text as its name, received undefined: create it with defineTool",
          "tools[2]: expected a function tool, received a value of the type number: create it with defineTool",
          "tools[3]: not a function tool: create it with defineTool",
        ],
      ],
    ];
    expect(cases.map(([options]) => problemsOf(options))).toEqual(cases.map(([, problems]) => problems));
  });

  it("accepts defaults of every type", () => {
    const args = {
      text: { type: "string", default: "" },
      list: { type: "integer", repeat: true, default: [1, 2] },
      none: { type: "string", repeat: true, default: [] },
      map: { type: "map", default: { a: "b" } },
      switch: { type: "boolean", default: false },
      number: { type: "number", default: 0.5 },
    } as const;
    servers.push(createServer({ name: "f", version: "1", tools: [defineTool({ name: "t", description: "d", args, run: () => "" })] }));
  });

  it("reports a missing executor", () => {
    const policy = { default: "enabled", tools: {}, executor: { type: "docker", image: "alpine" } } as const;
    expect(() => start({ policy, env: { PATH: folder } })).toThrow(/docker/);
  });

  it("applies all of several policies, without an index", async () => {
    const policy = [
      { default: "enabled", tools: {} },
      { default: "disabled", tools: { weather: {} } },
    ] as const;
    const server = createServer({ name: "f", version: "1", tools: [weather], policy, classic: true });
    servers.push(server);
    const client = await inMemoryLegacy(server);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["weather"]);
    await client.close();
  });
});

describe("connections", () => {
  it("end with the client, with close() and with the server", async () => {
    const { InMemoryTransport } = await import("@modelcontextprotocol/client");
    const server = start();
    const pairs = Array.from({ length: 3 }, () => InMemoryTransport.createLinkedPair());
    const [first, second, third] = pairs.map(([, far]) => server.connect(far));
    for (const [near] of pairs) await near.start();
    await pairs[0]?.[0].close();
    await first?.closed;
    await second?.close();
    await second?.closed;
    await server.close();
    await third?.closed;
    expect(() => server.connect(InMemoryTransport.createLinkedPair()[0])).toThrow("the server is closed");
    expect((await server.fetch(new Request("http://server.invalid/mcp", { method: "POST" }))).status).toBe(503);
  });

  it("receive messages that arrive immediately, before the SDK is loaded", async () => {
    const { WebStandardStreamableHTTPServerTransport } = await import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js");
    const server = start();
    for (const id of [1, 2]) {
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => `session-${id}`,
        enableJsonResponse: true,
      });
      server.connect(transport);
      const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const request = new Request("http://server.invalid/mcp", { method: "POST", headers });
      const response = await transport.handleRequest(request, { parsedBody: { jsonrpc: "2.0", id, method: "initialize", params } });
      expect(await response.json()).toMatchObject({ id, result: { protocolVersion: "2025-11-25" } });
    }
    await server.close();
  });

  it("over fetch accept any media type, and null as arguments", async () => {
    const server = start({ classic: true });
    const statusOf = async (accept: string): Promise<number> => {
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "say", arguments: null } };
      const headers = { "content-type": "application/json", accept };
      const request = new Request("http://server.invalid/mcp", { method: "POST", headers, body: JSON.stringify(message) });
      const response = await server.fetch(request);
      const text = await response.text();
      return text.includes('"error"') && response.ok ? 0 : response.status;
    };
    const ranges = ["*/*", "application/*, text/event-stream", "application/json, text/event-stream;q=0"];
    expect(await Promise.all(ranges.map(statusOf))).toEqual([200, 200, 406]);
    await server.close();
  });

  it("end if the transport does not start", async () => {
    const server = start();
    const transport = { start: () => Promise.reject(new Error("no port")), send: async () => undefined, close: async () => undefined };
    await server.connect(transport).closed;
    expect(server.lines).toContain('warn protocol error {"message":"no port"}');
  });

  it("end together with the server if the machine cannot enforce the policy's limits", async () => {
    // Rejects every limit, as the real program does for a limit that is too small.
    writeFileSync(join(folder, "prlimit"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const policy = { default: "enabled", tools: {}, limits: { memory: 1 } } as const;
    const server = start({ policy, env: { PATH: folder } });
    const transport = { start: async () => undefined, send: async () => undefined, close: async () => undefined };
    await server.connect(transport).closed;
    expect(server.lines.join("\n")).toContain("prlimit cannot set these limits");
    await expect(server.fetch(new Request("http://server.invalid/mcp", { method: "POST" }))).rejects.toThrow("prlimit");
    await expect(server.close()).resolves.toBeUndefined();
  });

  it("finish their calls within the grace period when the server closes, and run no new ones", async () => {
    let release = (): void => undefined;
    const started: string[] = [];
    const wait = defineTool({
      name: "wait",
      description: "Wait",
      run: (_args, { signal }) => {
        started.push("wait");
        return new Promise<string>((resolve) => {
          release = () => resolve(`released, aborted: ${signal.aborted}`);
        });
      },
    });
    const server = start({ tools: [wait], classic: true });
    const client = await inMemory(server);
    const call = client.call("wait");
    while (started.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closed = server.close({ graceMs: 20_000 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await client.call("wait")).toBe("!Not run: the server is shutting down");
    release();
    expect(await call).toBe("released, aborted: false");
    await closed;
    expect(started).toEqual(["wait"]);
  });

  it("cancel their calls after the grace period", async () => {
    const aborted: boolean[] = [];
    const wait = defineTool({
      name: "wait",
      description: "Wait",
      run: (_args, { signal }) =>
        new Promise<string>((resolve) => {
          aborted.push(false);
          signal.addEventListener("abort", () => {
            aborted.push(true);
            resolve("stopped");
          });
        }),
    });
    const server = start({ tools: [wait], classic: true });
    const client = await inMemory(server);
    client.call("wait").catch(() => undefined);
    while (aborted.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await server.close({ graceMs: 0 });
    expect(aborted).toEqual([false, true]);
  });
});
