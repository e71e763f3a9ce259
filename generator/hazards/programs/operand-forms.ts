/** Lists programs that read a word without a dash as something else than a name: options, an operator, a file with options or a command. */
import { factsByName, type Row } from "./program.ts";

/** A form of operands with a special meaning. */
export interface OperandForm {
  /** Starts of such operands, the most illustrative first. */
  readonly starts: readonly string[];
  /** Example for messages. */
  readonly example: string;
  /** Meaning of the operand, for messages. */
  readonly meaning: string;
  /** True if only the first word of the command line has this meaning. Defaults to false: every operand. */
  readonly isFirst?: boolean;
  /** True if an operand after a fixed option is the value of this option. Defaults to false. */
  readonly followsOptions?: boolean;
  /** True if the operand has this meaning only before `--`. Defaults to false. */
  readonly isOptionLike?: boolean;
  /** True if the value of an option that is a separate word has this meaning, too. Defaults to false. */
  readonly isAnyWord?: boolean;
}

const LETTERS: readonly string[] = "xctruvfzjdAIabeghiklmnopqswyBCDEFGHJKLMNOPQRSTUVWXYZ".split("");

const OPTION_LETTERS = { starts: LETTERS, isFirst: true } as const;
const OPTION_FILE: OperandForm = { starts: ["@"], example: "@options.txt", meaning: "a file with options" };
/** The program replaces every word with `@`, also after `--`, before it reads its options. */
const ANY_OPTION_FILE: OperandForm = { ...OPTION_FILE, isAnyWord: true };
const EXPRESSION: OperandForm = {
  starts: ["!", "(", ")", ","],
  example: "!",
  meaning: "an operator of its expression",
  followsOptions: true,
};
const START_COMMAND: OperandForm = { starts: ["+"], example: "+command", meaning: "a command", followsOptions: true, isOptionLike: true };
const CONNECTION: OperandForm = {
  starts: ["host=", "service=", "postgresql://"],
  example: "host=db",
  meaning: "a connection to another host",
  followsOptions: true,
};

const ROWS: readonly Row<OperandForm>[] = [
  ["tar gtar bsdtar star", { ...OPTION_LETTERS, example: "xI", meaning: "a group of options" }],
  ["ar gar llvm-ar", { ...OPTION_LETTERS, example: "r", meaning: "an operation" }, OPTION_FILE],
  ["jar", { ...OPTION_LETTERS, example: "xf", meaning: "a group of options" }, OPTION_FILE],
  [
    "7z 7za 7zr 7zz p7zip rar unrar lha arj zoo",
    { ...OPTION_LETTERS, example: "d", meaning: "a command" },
    { ...OPTION_FILE, meaning: "a file with names" },
  ],
  ["ps", { starts: LETTERS, example: "aux", meaning: "a group of options" }],
  ["find gfind", EXPRESSION],
  ["test [", EXPRESSION],
  ["dd gdd", { starts: ["of=", "if=", "seek="], example: "of=file", meaning: "an option, here one that writes a file" }],
  ["gcc g++ cc c++ cpp clang clang++ gfortran gdc rustc javac javadoc kotlinc scalac swiftc ghc dmd ldc2 tcc protoc", OPTION_FILE],
  ["ld gold lld as nm objdump objcopy readelf size strings strip addr2line ranlib windres c++filt dwp", OPTION_FILE],
  ["java node-gyp dart dotnet msbuild csc vbc tsc ledger clang-format clang-tidy opt llc", OPTION_FILE],
  ["mypy pytest qpdf ruff", ANY_OPTION_FILE],
  [
    "convert magick identify mogrify montage composite gm",
    { ...OPTION_FILE, meaning: "a file with names" },
    { starts: ["msl:", "ephemeral:", "|"], example: "msl:script", meaning: "a script" },
  ],
  ["less zless view more vim vi nvim ex emacs nano pico", START_COMMAND],
  ["psql pg_dump pg_isready vacuumdb", CONNECTION],
];

const FORMS = factsByName(ROWS);

/** Returns the special forms of the operands of a program. Empty if it has none. */
export function operandFormsOf(program: string): readonly OperandForm[] {
  return FORMS.get(program) ?? FORMS.get(program.replace(/-?[\d.]+$/, "")) ?? [];
}
