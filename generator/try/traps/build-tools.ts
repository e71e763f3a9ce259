/** Traps of compilers and build tools: files of a project that name programs or contain code. */
import type { ReadProjectFile, Trap } from "./trap.ts";
import { append } from "./trap.ts";

/** Returns the name of the file that make reads. */
function makefileOf(read: ReadProjectFile): string {
  return ["GNUmakefile", "makefile", "Makefile"].find((path) => read(path) !== undefined) ?? "Makefile";
}

/** The traps of compilers and build tools. */
export const buildTraps: readonly Trap[] = [
  {
    id: "make-shell",
    shows: "`$(shell …)` of the makefile, which also a dry run executes",
    programs: ["make", "gmake"],
    plant: (spring, read) => [append(makefileOf(read), `TRAP := $(shell ${spring})\ntrap-target:`)(read)],
  },
  {
    id: "cmake-execute",
    shows: "execute_process of CMakeLists.txt",
    programs: ["cmake"],
    plant: (spring, read) => [
      append(
        "CMakeLists.txt",
        `${read("CMakeLists.txt") === undefined ? "cmake_minimum_required(VERSION 3.10)\nproject(trap NONE)\n" : ""}execute_process(COMMAND ${spring})`,
      )(read),
    ],
  },
  {
    id: "ctest-file",
    shows: "execute_process of CTestTestfile.cmake",
    programs: ["ctest"],
    plant: (spring, read) => [append("CTestTestfile.cmake", `execute_process(COMMAND ${spring})`)(read)],
  },
  {
    id: "cargo-rustc-wrapper",
    shows: "build.rustc-wrapper of .cargo/config.toml",
    programs: ["cargo"],
    plant: (spring, read) => [
      { path: ".cargo/trap-wrapper", text: `#!/bin/sh\n${spring}\nexec "$@"\n`, isExecutable: true },
      append(".cargo/config.toml", '[build]\nrustc-wrapper = ".cargo/trap-wrapper"')(read),
    ],
  },
  {
    id: "cargo-alias",
    shows: "alias.fmt of .cargo/config.toml",
    programs: ["cargo"],
    plant: (spring, read) => [append(".cargo/config.toml", `[alias]\nfmt = ["check", "--config", "build.rustc='${spring}'"]`)(read)],
  },
  {
    id: "cargo-build-script",
    shows: "build.rs",
    programs: ["cargo"],
    plant: (spring, read) =>
      read("Cargo.toml") === undefined
        ? []
        : [{ path: "build.rs", text: `fn main() { let _ = std::process::Command::new(${JSON.stringify(spring)}).status(); }\n` }],
  },
  {
    id: "go-generate",
    shows: "a comment `//go:generate`",
    programs: ["go"],
    plant: (spring, read) =>
      read("go.mod") === undefined ? [] : [{ path: "zz_trap/generate.go", text: `package trap\n\n//go:generate ${spring}\n` }],
  },
  {
    id: "rake-file",
    shows: "Rakefile",
    programs: ["rake"],
    plant: (spring, read) => [append("Rakefile", `system("${spring}")\ntask :default`)(read)],
  },
];
