/** The skill of a running server, as the extension `io.modelcontextprotocol/skills` describes it: resources with their digests and sizes. */
import type { ServedTools, ToolServer } from "../server/tool-server.ts";
import { MARKDOWN } from "./markdown.ts";
import { toSkillFacts } from "./skill-facts.ts";
import type { SkillFrontmatter } from "./write-skill.ts";
import { writeSkill } from "./write-skill.ts";

/** A skill with its files as resources. */
export interface ServedSkill {
  /** The entry of `skills/list` and `skills/get`. */
  readonly entry: {
    readonly uri: string;
    readonly frontmatter: SkillFrontmatter;
    /** Every file of the skill. `digest` is `sha256:` and the hash of the file in hexadecimal, `size` its length in bytes. */
    readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
  };
  /** The entries of `resources/list`. */
  readonly resources: readonly {
    readonly uri: string;
    readonly name: string;
    readonly description?: string;
    readonly mimeType: string;
    readonly size: number;
  }[];
  /** Text by URI. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the skill of a server with these tools. It names only the server, because a client of the extension is connected to it. */
export async function serveSkill(
  { info, discovery }: Pick<ToolServer, "info" | "discovery">,
  tools: Pick<ServedTools, "index" | "policies">,
): Promise<ServedSkill> {
  const facts = toSkillFacts({ name: info.name, ...discovery, tools: tools.index.listed(), policies: tools.policies });
  const { frontmatter, files } = writeSkill(facts, { access: ["mcp"], version: info.version });
  const { name, description } = frontmatter;
  const root = `skill://${name}`;
  const hashed = await Promise.all(Array.from(files, ([path, text]) => hashFile(root, path, text)));
  return {
    entry: {
      uri: `${root}/SKILL.md`,
      frontmatter,
      resources: hashed.map(({ uri, digest, size }) => ({ uri, digest, size })),
    },
    resources: hashed.map(({ uri, path, size }) => {
      const described = path === "SKILL.md" ? { name, description } : { name: path };
      return { uri, ...described, mimeType: MARKDOWN, size };
    }),
    texts: new Map(hashed.map(({ uri, text }) => [uri, text])),
  };
}

interface HashedFile {
  readonly uri: string;
  readonly path: string;
  readonly text: string;
  readonly digest: string;
  readonly size: number;
}

async function hashFile(root: string, path: string, text: string): Promise<HashedFile> {
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digest = `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  return { uri: `${root}/${path}`, path, text, digest, size: bytes.length };
}
