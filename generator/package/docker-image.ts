/** Creates the build context of a server's image, and a Compose file that starts it with minimal rights. */
import type { Templates } from "../emit/fill-template.ts";
import { fillTemplate } from "../emit/fill-template.ts";
import type { FileContent } from "../write/manifest.ts";
import { DRAIN_SECONDS, HEALTH_PATH, SERVER_PORT, serverArguments, TOKEN_VARIABLE, USER_ID } from "./container.ts";
import { toResourceName } from "./names.ts";
import type { PackageOptions } from "./package-options.ts";
import type { GeneratedProject, ProgramNeed } from "./project.ts";
import { describeNeed } from "./project.ts";
import { yamlText } from "./yaml-text.ts";

/** Default base image, with a pinned version and a shell for `apt-get`. `--build-arg BASE_IMAGE=…` replaces it. */
const BASE_IMAGE = "node:24.11.1-bookworm-slim";

/** Returns the files of the build context: content by path. */
export function dockerImage(project: GeneratedProject, options: PackageOptions, templates: Templates): ReadonlyMap<string, FileContent> {
  const values = new Map([
    ["baseImage", BASE_IMAGE],
    ["labels", labels(options)],
    ["programs", programsSection(project.needs, options.aptPackages)],
    ["userId", String(USER_ID)],
    ["port", String(SERVER_PORT)],
    ["healthCheck", JSON.stringify(["node", "-e", healthCheck()])],
    ["arguments", JSON.stringify(serverArguments())],
  ]);
  return new Map<string, FileContent>([
    // Excludes everything else in the directory from the build.
    [".dockerignore", "*\n!server\n"],
    ["Dockerfile", fillTemplate(templates, "docker/Dockerfile", values)],
    ["compose.yaml", composeFile(project, options)],
    ...Array.from(project.files, ([path, content]) => [`server/${path}`, content] as const),
  ]);
}

function labels({ version, registryName }: PackageOptions): string {
  // The MCP registry reads the owner of the image from this label.
  const owner = registryName === undefined ? "" : ` \\\n  io.modelcontextprotocol.server.name="${registryName}"`;
  return `LABEL org.opencontainers.image.version="${version}"${owner}`;
}

function programsSection(needs: readonly ProgramNeed[], aptPackages: readonly string[]): string {
  const needed = needs.length === 0 ? "# The tools run no program." : `# The tools run: ${needs.map(listNames).join(" ")}`;
  const example = aptPackages.length > 0 ? "" : "# ";
  const names = aptPackages.length > 0 ? aptPackages.join(" ") : "PACKAGES";
  const install = [
    "RUN apt-get update \\",
    ` && apt-get install -y --no-install-recommends ${names} \\`,
    " && rm -rf /var/lib/apt/lists/*",
  ].map((line) => `${example}${line}`);
  return [needed, ...install].join("\n");
}

function listNames(names: ProgramNeed): string {
  return names.length === 1 ? describeNeed(names, plainWord) : `(${describeNeed(names, plainWord)})`;
}

/** Quotes a program for a comment, because a path can contain any character. */
function plainWord(word: string): string {
  return word.replaceAll(/[^\w@%+=:,./$~-]/g, "?");
}

/** Returns a health check that needs neither a shell nor curl, and exits within its timeout. */
function healthCheck(): string {
  return `fetch("http://127.0.0.1:${SERVER_PORT}${HEALTH_PATH}").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
}

function composeFile(project: GeneratedProject, { image, hosts }: PackageOptions): string {
  const service = {
    build: ".",
    image,
    ...(hosts.length > 0 && { command: serverArguments(hosts) }),
    // Reaps orphan processes, which the server cannot do as the first process.
    init: true,
    read_only: true,
    // Files in it count toward the container's memory. Without a limit, spooled output of the server could use up the memory.
    tmpfs: ["/tmp:size=128m"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    user: `${USER_ID}:${USER_ID}`,
    mem_limit: "512m",
    pids_limit: 256,
    environment: { [TOKEN_VARIABLE]: `\${${TOKEN_VARIABLE}:?choose a token}` },
    ports: [`127.0.0.1:${SERVER_PORT}:${SERVER_PORT}`],
    restart: "unless-stopped",
    stop_grace_period: `${DRAIN_SECONDS + 10}s`,
  };
  return yamlText({ services: { [toResourceName(project.name)]: service } });
}
