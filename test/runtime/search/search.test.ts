/** Tests the results of searches and their order, over specs in memory and over the compiled index. */
import { afterAll, describe, expect, it } from "vitest";
import { explainSearch } from "../../../runtime/search/explanation.ts";
import type { SearchFilters } from "../../../runtime/search/search.ts";
import { createSearch } from "../../../runtime/search/search.ts";
import { MAX_PREFIX_MATCHES, MAX_QUERY_WORDS } from "../../../runtime/search/weights.ts";
import type { IndexReader } from "../../../runtime/search/reader.ts";
import type { CliPart } from "../../../runtime/tool-index/index-reader.ts";
import { createMemoryReader } from "../../../runtime/tool-index/index-reader.ts";
import { createCompiledReader, removeCompiledReaders } from "../../fixtures/compiled-reader.ts";
import { argument, found, part } from "./found.ts";

const PARTS = [
  part(
    "git-tools",
    {
      git_commit: "Record changes in the repository",
      git_log: {
        description: "Show commits, newest first",
        keywords: ["history", "changelog"],
        args: { since: argument("Only after this date") },
        order: ["since", ["--porcelain"]],
        examples: [{ description: "Who wrote it yesterday", args: {} }],
      },
      git_worktree: "Manage further working folders",
    },
    { command: ["/usr/bin/git"], category: "vcs", tags: ["version-control"] },
  ),
  part(
    "docker",
    {
      docker_ps: "List running containers",
      docker_rm: {
        description: "Remove containers",
        args: { mode: argument("How", { enum: ["gentle", "forced"], enum_words: { gentle: ["--ephemeral"] } }) },
      },
      docker_logs: "Print what a container wrote",
      docker_system_df: "Show how much storage images take",
    },
    { category: "containers" },
  ),
  part("sort", { sort: "Order the lines of a text" }),
  part("find", { find: "Look for files below a folder" }),
  part("notes", {
    notes_list: "显示所有笔记",
    notes_añadir: "Añade una nota",
    notes_find: "Find the lines of a note, sort them",
    notes_about: "⚠️ Docker images storage",
  }),
];

afterAll(removeCompiledReaders);

describe.each<[string, (parts: readonly CliPart[]) => IndexReader]>([
  ["specs in memory", (parts) => createMemoryReader(parts)],
  ["the compiled index", (parts) => createCompiledReader(parts)],
])("search over %s", (_, open) => {
  const reader = open(PARTS);

  it.each<[string, string | Partial<SearchFilters>, string]>([
    ["a tool by its words in another order", "containers running list", "docker_ps"],
    ["a tool by another form of a word", "removing a container", "docker_rm"],
    ["a tool by a keyword that its text lacks", "changelog", "git_log"],
    ["a tool by the name of an argument", "since", "git_log"],
    ["a tool by the description of an argument", "after some date", "git_log"],
    ["a tool by an enum value", "forced mode", "docker_rm"],
    ["a tool by the word that an enum value stands for", "ephemeral", "docker_rm"],
    ["a tool by a constant word of its command line", "porcelain", "git_log"],
    ["a tool by the description of an example", "who wrote yesterday", "git_log"],
    ["a tool by a prefix of a word", "repo changes", "git_commit"],
    ["a tool by two words for a compound", "work tree", "git_worktree"],
    ["a tool by a compound for two words", "systemdf", "docker_system_df"],
    ["a tool by a related word", "delete containers", "docker_rm"],
    ["a tool despite a missing letter", "comit changes", "git_commit"],
    ["a tool despite swapped letters", "remvoe conatiners", "docker_rm"],
    ["a tool by Chinese words", "所有笔记 列出", "notes_list"],
    ["a tool by a word without its accent", "anade nota", "notes_añadir"],
    ["the tool with that name", "sort", "sort"],
    ["the tool with that name, written as two words", "docker rm", "docker_rm"],
    ["the CLI's tool by the name of its program", "git history", "git_log"],
    ["the CLI's tool by the CLI's name at the end of the query", "logs of docker", "docker_logs"],
    ["the tool of the named CLI before a tool that mentions the CLI", "docker: storage of images", "docker_system_df"],
    ["a tool although the query contains a verb that is also a CLI's name", "find the lines in a note", "notes_find"],
  ])("finds %s", (_title, query, want) => {
    expect(found(reader, query)[0]).toBe(want);
  });

  it.each<[string, string | Partial<SearchFilters>, readonly string[]]>([
    ["exactly the tools that contain the exact phrase", "running containers", ["docker_ps"]],
    ["the name first, then words of the name, then the text", "find", ["find", "notes_find"]],
    ["words of the name before parts of it", "log", ["git_log", "docker_logs"]],
    ["nothing for unknown words", "quantum teleportation", []],
    ["nothing for symbols", "?!", []],
    ["nothing for an unknown emoji if a tool contains another emoji", "❤️", []],
    ["nothing for a word of another CLI", { query: "commit", cli: "docker" }, []],
    ["nothing for an unknown CLI", { query: "list", cli: "nope" }, []],
    ["by words within a category", { query: "commit the changes", category: "VCS" }, ["git_commit", "git_log"]],
    [
      "every tool of the CLI in the filter for a query of several words, matching tools first",
      { query: "history of my changes", cli: "git-tools" },
      ["git_log", "git_commit", "git_worktree"],
    ],
    ["nothing for that CLI if all words are unknown", { query: "quantum teleportation", cli: "git-tools" }, []],
    ["tools of a CLI without a query", { query: "", cli: "sort" }, ["sort"]],
    ["at most the requested number of tools", { query: "container", limit: 1 }, ["docker_rm"]],
  ])("finds %s", (_title, query, want) => {
    expect(found(reader, query)).toEqual(want);
  });

  it("finds a name without that of the CLI before words of longer names, whatever their scores", () => {
    const longer = { description: "Commit again", keywords: ["commit", "commit the commit"] };
    const names = ["git_commit_amend", "git_commit", "other_commit"];
    const tools = open([part("git-tools", Object.fromEntries(names.map((name) => [name, name === "git_commit" ? "Save" : longer])))]);
    expect(createSearch(tools).find({ query: "commit", limit: 10 }).hits).toMatchObject([
      { ordinal: 1, phrase: "the name" },
      { ordinal: 2, phrase: "words of the name" },
      { ordinal: 0, phrase: "words of the name" },
    ]);
  });

  it.each([
    ["add", "address_add", "address_padding"],
    ["a", "drat_a", "drat_ab"],
    ["the", "lathe.the", "lathe_then"],
    ["x2", "ax2-x2", "ax2-x20"],
    ["é", "née_é", "née_éa"],
  ])("finds %s as a word of %s, after its first occurrence inside a word, but not in %s", (query, word, inside) => {
    const tools = open([part("ip", { [word]: "One", [inside]: "Other" })]);
    expect(createSearch(tools).find({ query, limit: 10 }).hits).toMatchObject([
      { ordinal: 0, phrase: "words of the name" },
      { ordinal: 1, phrase: "inside the name" },
    ]);
  });

  it.each([
    ["github", "GitHub list open issues"],
    ["GitHub", "github list open issues"],
    ["GitHub", "GitHub list open issues"],
    ["GitHub", "git hub list open issues"],
    ["git-hub", "GitHub list open issues"],
    ["GitHub-tools", "github list open issues"],
  ])("recognizes the CLI %s in %j instead of a CLI whose name is a prefix", (name, query) => {
    const hosts = [
      part("git", { branches: "List open branches" }),
      part(name, { tickets: "List issues" }),
      part("jira", { bugs: "List issues" }),
    ];
    expect(found(open(hosts), query)[0]).toBe("tickets");
  });

  it("trusts a name inside a sentence less if other tools contain the word, except after a preposition", () => {
    const strengthOf = (query: string): number | undefined => createSearch(reader).read(query).scopes[0]?.strength;
    const [ordinary, unique] = [strengthOf("lines of text find"), strengthOf("history of changes git")];
    expect(strengthOf("the lines find text")).toBeLessThan(0.7 * (ordinary ?? 0));
    expect(strengthOf("lines with find text")).toBe(ordinary);
    expect(strengthOf("lines find text")).toBe(ordinary);
    expect(strengthOf("the history git changes")).toBe(unique);
  });

  it("trusts the name of a program less than the name of its CLI if other tools contain the word", () => {
    const sounds = part("sox", { sound: "Convert the format of sounds" });
    const strengthsOf = (name: string): readonly number[] => {
      const pictures = part(name, { picture: "Change a picture" }, { command: ["convert"] });
      const search = createSearch(open([...PARTS, pictures, sounds]));
      return ["convert mp3", "mp3 convert", "convert mp3 to wav"].map((query) => search.read(query).scopes[0]?.strength ?? 0);
    };
    const [asProgram, asName] = [strengthsOf("magick"), strengthsOf("convert")];
    expect(asProgram.every((strength, query) => strength > 0 && strength < 0.7 * (asName[query] ?? 0))).toBe(true);
  });

  it("finds a tool by its own program", () => {
    const poppler = part("poppler", {
      pdf_info: "Show facts",
      pdf_text: { description: "Print the text", program: ["/usr/bin/pdftotext"] },
    });
    expect(found(open([poppler]), "run pdftotext")).toEqual(["pdf_text"]);
  });

  it.each([
    ["iproute", "ip"],
    ["imagemagick", "/usr/bin/magick"],
  ])("recognizes the CLI %s by its program, which is a part of a word of the name", (name, program) => {
    const tools = open([...PARTS, part(name, { address: "Show" }, { command: [program] })]);
    expect(found(tools, `my public ${program.split("/").at(-1) ?? ""}`)).toEqual(["address"]);
  });

  it.each(["aws-cloud-watch-logs-insights", "代码托管平台工具"])("recognizes the CLI %s by its full name", (name) => {
    const { scopes } = createSearch(open([...PARTS, part(name, { tickets: "List issues" })])).read(`list issues of ${name}`);
    expect(scopes).toMatchObject([{ cli: PARTS.length }]);
  });

  it("ranks a match in the first sentence above a match in a later sentence", () => {
    const packers = { copy: "Copy a file. To archives, see pack", pack: "Put any number of files, of any kind and size, into archives" };
    expect(found(open([part("files", packers)]), "handle archives")).toEqual(["pack", "copy"]);
  });

  it("ranks other words above qualifiers, and matches both", () => {
    const printers = { few: "Print several", far: "Print the addresses that are remote to this machine", plain: "Print" };
    const printing = open([part("printers", printers)]);
    expect(found(printing, "several remote")).toEqual(["far", "few"]);
    expect(found(printing, "several or more")).toEqual(["few"]);
  });

  it("ranks other words above common ones, even if few tools contain those", () => {
    const parts = [
      part("sqlite", { sqlite_schema: "Print the definitions of tables and views", sqlite_tables: "List the tables and views" }),
      part("docker", { docker_logs: "Print what a container logged", docker_top: "List processes, from the logs" }),
      part("git", { git_log: "List the logs of a file" }),
    ];
    const { find } = createSearch(createMemoryReader(parts));
    const names = find({ query: "view logs", limit: 5 }).hits.map(({ ordinal }) => createMemoryReader(parts).readTool(ordinal).name);
    expect(names.slice(0, 3).toSorted()).toEqual(["docker_logs", "docker_top", "git_log"]);
  });

  it("does not treat a prefix of indexed words as a typo, for any number of words", () => {
    const keywords = Array.from({ length: MAX_PREFIX_MATCHES + 1 }, (_unused, place) => `auto${place + 100}`);
    const cars = open([part("cars", { paint: "Set the color", pack: { description: "Pack", keywords }, auti: "Buy" })]);
    expect(found(cars, "auto color")).toEqual(["paint"]);
    expect(found(cars, "autq color")).toEqual(["paint", "auti"]);
  });

  it("breaks ties by name, independent of the order of definition", () => {
    const same = { c: "Same text", a: "Same text", b: "Same text" };
    expect(found(open([part("one", same)]), "text same")).toEqual(["a", "b", "c"]);
  });

  it.each([
    ["words", (word: number) => `q${word}x`, " "],
    ["separators between words", () => "", "."],
    ["letters in a word", () => "q", ""],
  ])("looks up only the first of many %s, but matches a phrase of any length", (_what, make, separator) => {
    const many = Array.from({ length: 20_000 }, (_unused, word) => make(word)).join(separator);
    expect(found(reader, `commit ${many} containers`)).toEqual(found(reader, "commit"));
    const { terms, words } = createSearch(reader).read(`${many} commit`);
    expect([terms.length, words.length <= MAX_QUERY_WORDS]).toEqual([0, true]);
    const long = open([part("long", { long_tool: `does ${many}` })]);
    expect(found(long, many)).toEqual(["long_tool"]);
  });

  it.each([
    {},
    { query: "docker" },
    { query: "show the newest" },
    { query: "delete the running containr" },
    { cli: "git" },
    { query: "zzz" },
  ])("returns the results of %o in pages, each with the number of all", (filters) => {
    const search = createSearch(reader);
    const all = search.find({ ...filters, limit: 1000 });
    expect(all.total).toBe(all.hits.length);
    for (const limit of [1, 3]) {
      const offsets = Array.from({ length: Math.ceil(all.total / limit) + 1 }, (_empty, place) => place * limit);
      const pages = offsets.map((offset) => search.find({ ...filters, limit, offset }));
      expect(pages.flatMap(({ hits }) => hits)).toEqual(all.hits);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([all.total]));
    }
    expect(search.find({ ...filters, limit: 0 })).toEqual({ ...all, hits: [] });
    expect(search.find({ ...filters, limit: -1, offset: -2 })).toEqual({ ...all, hits: [] });
  });

  it("explains each result by parts whose sum is its score", () => {
    const search = createSearch(reader);
    for (const query of ["delete the running containr", "git history", "log", "work tree of git-tools"]) {
      const { hits } = explainSearch(reader, search, { query, limit: 10 });
      expect(hits.map(({ tool }) => tool.name)).toEqual(found(reader, query));
      for (const { score, terms, coverage, group, scopes, command } of hits) {
        const sum = (parts: readonly { readonly score: number }[]): number => parts.reduce((total, one) => total + one.score, 0);
        expect(coverage * group * sum(terms) + sum(scopes) + (command?.score ?? 0)).toBeCloseTo(score, 6);
        for (const { fields } of terms) expect(fields).not.toEqual([]);
      }
    }
  });
});
