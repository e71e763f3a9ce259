/** Lists compilers, programs that typeset or convert documents, and programs that measure or trace others. */
import type { ProgramRow } from "./program.ts";
import { launcher, operandsFrom, optionsOnly, table } from "./program.ts";

export const COMPILERS: readonly ProgramRow[] = [
  ["gcc g++ cc c++ cpp gfortran gnat gdc", optionsOnly("-wrapper -fplugin -B -specs --specs -fuse-ld --use-ld -ifork")],
  ["clang clang++", optionsOnly("-fplugin -fpass-plugin -B -fuse-ld --ld-path -load -Xclang --config")],
  ["ld ld.bfd ld.gold ld.lld gold mold", optionsOnly("-plugin --plugin")],
  ["ar nm ranlib strip objdump", optionsOnly("--plugin")],
  ["rustc", optionsOnly("-C --codegen -Zcodegen-backend --extern -L")],
  ["rustdoc", { operands: 0, options: ["--test-runtool", "--test-builder", "-C", "--html-in-header"], enabledBy: ["--test"] }],
  ["javac", optionsOnly("-processorpath --processor-path -processor -cp -classpath --class-path -J -Xplugin --module-path -p")],
  ["javadoc", optionsOnly("-docletpath -doclet -tagletpath -taglet -J")],
  ["tcc", { operands: 0, enabledBy: ["-run"] }],
  ["ccache distcc icecc sccache scan-build bear", launcher],
  ["libtool", { operands: 0, enabledBy: ["--mode=execute", "execute"] }],
  ["mono csi fsi csharp", operandsFrom(0)],
  ["protoc buf", optionsOnly("--plugin")],
  ["tsc", optionsOnly("--plugins")],
  ["ldc2 dmd rdmd", { operands: 0, enabledBy: ["-run", "--eval"] }],
];

export const DOCUMENTS: readonly ProgramRow[] = [
  [
    "tex latex pdftex pdflatex xetex xelatex platex uplatex lualatex-dev",
    { operands: 0, enabledBy: ["-shell-escape", "--shell-escape", "-enable-write18", "--enable-write18"] },
  ],
  ["lualatex luatex luahbtex texlua context", operandsFrom(0, "--lua")],
  ["tectonic", { operands: 0, enabledBy: ["shell-escape"] }],
  ["groff troff pic grap soelim", { operands: 0, enabledBy: ["-U", "--unsafe"] }],
  ["asciidoctor asciidoctor-pdf asciidoc", optionsOnly("-r --require -T --template-dir -b --backend -f --conf-file --filter")],
  ["gvpr", { operands: 0, options: ["-f"], passesArguments: true }],
  ["quarto", { subcommands: table([["render preview run", operandsFrom(0)]]) }],
  ["knit rmarkdown marimo nbdev_test", operandsFrom(0)],
  [
    "mlr miller",
    {
      options: ["--prepipe", "--prepipex", "--load", "--mload", "-s"],
      subcommands: table([
        ["put filter", { operands: 0, options: ["-f", "-e", "-s"], passesArguments: true }],
        ["tee split case", optionsOnly("-p")],
      ]),
    },
  ],
  ["vd visidata", optionsOnly("--config -p --play --batch-play --plugins-dir --visidata-dir")],
  ["datasette", optionsOnly("--plugins-dir --load-extension")],
  [
    "ledger",
    { loads: ["--import", "--pager", "--init-file"], options: ["--import", "--pager"], subcommands: table([["python", operandsFrom(0)]]) },
  ],
  ["remind rem2ps", { operands: 0, options: ["-k"], safeOptions: ["-r", "-n"] }],
  ["cloc", optionsOnly("--extract-with --vcs --config --include-lang-def --diff-list-file --exec")],
];

export const MEASURES: readonly ProgramRow[] = [
  ["stap", { operands: 0, options: ["-e", "-c"] }],
  ["bpftrace", { operands: 0, options: ["-e", "-c"], safeOptions: ["-l"] }],
  ["dtrace", optionsOnly("-n -s -c -P -f")],
  ["frida frida-trace", optionsOnly("-l --load -c --codeshare -f")],
  ["radare2 r2 rizin rz", optionsOnly("-c -i -I -R")],
  ["analyzeHeadless", optionsOnly("-postScript -preScript -scriptPath")],
  ["volatility vol vol.py", optionsOnly("--plugins --plugin-dirs -p")],
  ["msfconsole msfvenom", optionsOnly("-x -r --resource -m")],
  ["sqlmap", optionsOnly("--eval --tamper --preprocess --postprocess -c")],
];
