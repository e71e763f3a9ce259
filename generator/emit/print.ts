/** Prints generated source files. Their parts are already TypeScript; this file only joins them. */
import { WIDTH } from "./literal.ts";
import type { Member, ModuleFile, Statement } from "./source-file.ts";

/** Returns the text of a file, with LF and a final line feed. */
export function printSourceFile({ statements }: ModuleFile): string {
  const head = statements.filter(isHead).map(printStatement);
  const body = statements.filter((statement) => !isHead(statement)).map(printStatement);
  return `${[...(head.length > 0 ? [head.join("\n")] : []), ...body].join("\n\n")}\n`;
}

/** Reports whether a statement belongs to the head of a file, which has no empty lines. */
function isHead({ kind }: Statement): boolean {
  return kind === "comment" || kind === "import" || kind === "namespace-import";
}

function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case "comment":
      return `// ${statement.text}`;
    case "import":
      return `${importWord(statement)} { ${statement.names.join(", ")} } from "${statement.from}";`;
    case "namespace-import":
      return `${importWord(statement)} * as ${statement.name} from "${statement.from}";`;
    case "interface":
      return `${printDoc(statement.doc, "")}export interface ${statement.name} {\n${statement.members.map(printMember).join("\n")}\n}`;
    case "extending-interface":
      return printDoc(statement.doc, "") + printExtendingInterface(statement.name, statement.bases);
    case "const": {
      const { doc, name, type, value, isPrivate = false } = statement;
      const annotation = type === undefined ? "" : `: ${type}`;
      return `${printDoc(doc, "")}${isPrivate ? "" : "export "}const ${name}${annotation} = ${value};`;
    }
    case "declarations":
    case "expression":
      return statement.text;
  }
}

function importWord({ typeOnly }: { readonly typeOnly: boolean }): string {
  return typeOnly ? "import type" : "import";
}

function printMember({ name, type, optional, doc }: Member): string {
  // A type on lines of its own begins with a line feed.
  return `${printDoc(doc, "  ")}  ${name}${optional ? "?" : ""}:${type.startsWith("\n") ? "" : " "}${type};`;
}

/** Prints a doc comment on one line, or as a block for several lines. Empty for an empty text. */
export function printDoc(doc: string, indentation: string): string {
  if (doc === "") return "";
  if (!doc.includes("\n")) return `${indentation}/** ${doc} */\n`;
  const lines = doc.split("\n").map((line) => `${indentation} *${line === "" ? "" : ` ${line}`}\n`);
  return `${indentation}/**\n${lines.join("")}${indentation} */\n`;
}

function printExtendingInterface(name: string, bases: readonly string[]): string {
  if (bases.length === 0) return `export interface ${name} {}`;
  const flat = `export interface ${name} extends ${bases.join(", ")} {}`;
  if (flat.length <= WIDTH) return flat;
  const below = `  extends ${bases.join(", ")} {}`;
  if (below.length <= WIDTH) return `export interface ${name}\n${below}`;
  return `export interface ${name}\n  extends\n${bases.map((base) => `    ${base}`).join(",\n")} {}`;
}
