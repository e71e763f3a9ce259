/** Tests the build context of an image. `test/e2e/image.test.ts` builds and runs it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makePackage } from "../../generator/package/make-package.ts";
import { toResourceName } from "../../generator/package/names.ts";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import type { GeneratedProject } from "../../generator/package/project.ts";
import { ROOT } from "../e2e/project.ts";
import { HOSTILE_NAMES, options, project } from "./projects.ts";

const templates = new Map([["docker/Dockerfile", readFileSync(join(ROOT, "templates/docker/Dockerfile"), "utf8")]]);

function textsOf(said: GeneratedProject, flags: Partial<PackageFlags> = {}): (path: string) => string {
  const given: PackageFlags = { format: "docker", ...flags };
  const files = makePackage({ project: said, options: options(said, given), flags: given, templates });
  return (path) => String(files.get(path));
}

/** Returns the instructions of a Dockerfile, with continued lines joined and without comments. */
function instructions(dockerfile: string): readonly string[] {
  const lines = dockerfile.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines
    .join("\n")
    .replaceAll(/ *\\\n */g, " ")
    .split("\n");
}

describe("the Dockerfile", () => {
  it("runs the server as a numeric user other than root, without a shell", () => {
    expect(instructions(textsOf(project())("Dockerfile"))).toEqual([
      expect.stringMatching(/^ARG BASE_IMAGE=node:\d+\.\d+\.\d+-bookworm-slim$/),
      "FROM ${BASE_IMAGE}",
      'LABEL org.opencontainers.image.version="1.0.0"',
      "COPY --chmod=755 server/ /srv/mcp/",
      "ENV NODE_ENV=production",
      "WORKDIR /tmp",
      "USER 10001:10001",
      "EXPOSE 8080",
      expect.stringMatching(/^HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD \["node","-e","fetch/),
      "STOPSIGNAL SIGTERM",
      'ENTRYPOINT ["node", "/srv/mcp/server.mjs"]',
      'CMD ["--http","[::]:8080","--drain","25"]',
    ]);
  });

  it("lists the programs of the tools, and installs the requested packages", () => {
    expect(textsOf(project({ programs: ["/opt/my dir/bin", "git", "x\nRUN id"] }))("Dockerfile")).toContain(
      "# The tools run: /opt/my?dir/bin git x?RUN?id\n# RUN apt-get update",
    );
    expect(instructions(textsOf(project(), { apt: "git,jq" })("Dockerfile"))).toContain(
      "RUN apt-get update && apt-get install -y --no-install-recommends git jq && rm -rf /var/lib/apt/lists/*",
    );
  });

  it("names its owner for the MCP registry", () => {
    expect(instructions(textsOf(project(), { registryName: "io.github.me/hello" })("Dockerfile"))).toContain(
      'LABEL org.opencontainers.image.version="1.0.0" io.modelcontextprotocol.server.name="io.github.me/hello"',
    );
  });

  it.each(HOSTILE_NAMES)("contains no text of a server called %j", (name) => {
    expect(textsOf(project({ name, description: name }))("Dockerfile")).toBe(textsOf(project())("Dockerfile"));
  });
});

describe("the Compose file", () => {
  it.each(["hello", ...HOSTILE_NAMES])("starts a server called %j with minimal rights", (name) => {
    const { services } = parse(textsOf(project({ name }))("compose.yaml"), { version: "1.1" }) as { services: Record<string, object> };
    expect(Object.keys(services)).toEqual([toResourceName(name)]);
    expect(Object.values(services)).toEqual([
      expect.objectContaining({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        user: "10001:10001",
        ports: ["127.0.0.1:8080:8080"],
        environment: { CLIMAX_HTTP_TOKEN: "${CLIMAX_HTTP_TOKEN:?choose a token}" },
      }),
    ]);
  });
});
