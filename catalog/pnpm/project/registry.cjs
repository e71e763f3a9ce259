// Serves three packages on loopback, runs the command of the first argument, and ends with it.
const { execFileSync, spawn } = require("node:child_process");
const { createHash } = require("node:crypto");
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const address = "http://127.0.0.1:4873";
const packages = {
  "demo-left": [{ version: "1.0.0" }, { version: "1.1.0", dependencies: { "demo-base": "^1.0.0" } }, { version: "2.0.0" }],
  "demo-right": [{ version: "1.0.0", funding: "https://example.org/fund", dependencies: { "demo-base": "^1.0.0" } }],
  "demo-base": [{ version: "1.0.0", bin: { "demo-base": "index.js" } }],
};
const replies = new Map([
  ["/-/package/demo-left/dist-tags", { latest: "2.0.0" }],
  ["/-/package/demo-left/collaborators", { someone: "read-write" }],
  ["/-/package/demo-left/visibility", { public: true }],
  ["/-/org/demo/package", { "demo-left": "write" }],
  ["/-/org/demo/user", { someone: "developer" }],
  ["/-/org/demo/team", ["demo:developers"]],
  ["/-/npm/v1/user", { name: "someone", email: "someone@example.org" }],
  ["/-/npm/v1/tokens", { objects: [], urls: {} }],
  [
    "/-/v1/search",
    {
      objects: [{ package: { name: "demo-left", version: "2.0.0", description: "The package demo-left", keywords: [], links: {} } }],
      total: 1,
    },
  ],
]);

const work = mkdtempSync(join(tmpdir(), "registry-"));
for (const [name, versions] of Object.entries(packages)) {
  const document = { name, description: `The package ${name}`, "dist-tags": { latest: versions.at(-1).version }, versions: {} };
  for (const version of versions) {
    const folder = join(work, `${name}-${version.version}`);
    mkdirSync(join(folder, "package"), { recursive: true });
    const manifest = {
      name,
      license: "MIT",
      ...version,
      homepage: `https://example.org/${name}`,
      repository: `https://example.org/${name}.git`,
    };
    writeFileSync(join(folder, "package", "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(folder, "package", "index.js"), `#!/usr/bin/env node\nconsole.log("${name} ${version.version}");\n`);
    execFileSync("tar", ["--sort=name", "--mtime=2020-01-01", "--mode=755", "-czf", `${folder}.tgz`, "-C", folder, "package"]);
    const archive = readFileSync(`${folder}.tgz`);
    const path = `/${name}/-/${name}-${version.version}.tgz`;
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    replies.set(path, archive);
    document.versions[version.version] = { ...manifest, dist: { tarball: address + path, integrity } };
  }
  replies.set(`/${name}`, document);
}
rmSync(work, { recursive: true });

const server = createServer((request, response) => {
  const reply = replies.get(new URL(request.url, address).pathname);
  response.writeHead(reply === undefined ? 404 : 200, {
    "content-type": Buffer.isBuffer(reply) ? "application/octet-stream" : "application/json",
  });
  response.end(Buffer.isBuffer(reply) ? reply : JSON.stringify(reply ?? { error: "not found" }));
});
server.listen(4873, "127.0.0.1", () => {
  spawn("sh", ["-c", process.argv[2]], { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
});
