/** Prints generated source files with ts-morph. Importing that costs a third of a second, so it happens when printing starts. */
import type * as TsMorph from "ts-morph";
import type { ImportDeclarationStructure, WriterFunction } from "ts-morph";
import { WIDTH } from "./literal.ts";
import type { Member, SourceFile, Statement } from "./source-file.ts";

/** Path → text of the given files, in their order, with LF and a final line feed. Holds the syntax of one file at a time. */
export async function printSourceFiles(files: Iterable<SourceFile>): Promise<ReadonlyMap<string, string>> {
  const tsMorph = await import("ts-morph");
  const project = new tsMorph.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: { indentationText: tsMorph.IndentationText.TwoSpaces, newLineKind: tsMorph.NewLineKind.LineFeed },
  });
  const texts = new Map<string, string>();
  for (const { path, statements } of files) {
    // One structure per file: adding statements to a file one by one prints and parses it again each time.
    const file = project.createSourceFile(path, { statements: statements.map((statement) => toPrintable(statement, tsMorph)) });
    const values = statements.flatMap((statement) => (statement.kind === "const" ? [statement.value] : []));
    texts.set(path, insertValues(file.compilerNode, values, tsMorph));
    file.forget();
  }
  return texts;
}

/** Stands for a constant's value while ts-morph prints and parses a file: with the values in it, that would take twice as long. */
const PLACEHOLDER = "VALUE";

/** The file's text with its constants' values, one a placeholder, in order. Found as syntax: the same word in a comment is none. */
function insertValues(file: TsMorph.ts.SourceFile, values: readonly string[], { ts }: typeof TsMorph): string {
  const declarations = file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
  if (declarations.length !== values.length) throw new Error(`${file.fileName} has ${declarations.length} constants, not ${values.length}`);
  let text = "";
  let end = 0;
  for (const [index, { initializer }] of declarations.entries()) {
    let placeholder = initializer;
    while (placeholder && (ts.isSatisfiesExpression(placeholder) || ts.isAsExpression(placeholder))) placeholder = placeholder.expression;
    if (placeholder?.getText(file) !== PLACEHOLDER) throw new Error(`a constant of ${file.fileName} is no placeholder`);
    text += file.text.slice(end, placeholder.getStart(file)) + values[index];
    end = placeholder.end;
  }
  return text + file.text.slice(end);
}

/** Imports as structures, the rest by writers: for an interface's members, ts-morph needs a third more time than for their text. */
function toPrintable(statement: Statement, { StructureKind }: typeof TsMorph): string | WriterFunction | ImportDeclarationStructure {
  switch (statement.kind) {
    case "comment":
      return `// ${statement.text}`;
    case "import":
      return {
        kind: StructureKind.ImportDeclaration,
        moduleSpecifier: statement.from,
        isTypeOnly: statement.typeOnly,
        namedImports: statement.names.map(({ name, typeOnly }) => ({ name, isTypeOnly: typeOnly })),
      };
    case "namespace-import":
      return {
        kind: StructureKind.ImportDeclaration,
        moduleSpecifier: statement.from,
        namespaceImport: statement.name,
        isTypeOnly: statement.typeOnly,
      };
    case "interface":
      return write(statement.doc, `export interface ${statement.name} {\n${statement.members.map(printMember).join("")}}`);
    case "extending-interface":
      return write(statement.doc, printExtendingInterface(statement.name, statement.bases));
    case "const": {
      const { name, doc, type, assertion } = statement;
      const annotation = type === undefined ? "" : `: ${type}`;
      return write(doc, `export const ${name}${annotation} = ${PLACEHOLDER}${assertion === undefined ? "" : ` ${assertion}`};`);
    }
    case "declarations":
    case "expression":
      return write("", statement.text);
  }
}

function write(doc: string, text: string): WriterFunction {
  return (writer) => {
    writer.blankLineIfLastNot();
    writer.write(printDoc(doc, "") + text);
  };
}

function printMember({ name, type, optional, doc }: Member): string {
  return `${printDoc(doc, "  ")}  ${name}${optional ? "?" : ""}: ${type};\n`;
}

/** On the line of the slashes, or as a block where there are several lines; nothing for an empty text. */
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
  return `export interface ${name}\n  extends\n${bases.map((base) => `    ${base}`).join(",\n")} {}`;
}
