/** Prints generated source files with ts-morph. Importing that costs a third of a second, so it happens when printing starts. */
import type * as TsMorph from "ts-morph";
import type { JSDocStructure, OptionalKind, PropertySignatureStructure, StatementStructures, WriterFunction } from "ts-morph";
import { WIDTH } from "./literal.ts";
import type { Member, SourceFile, Statement } from "./source-file.ts";

type Printable = string | WriterFunction | StatementStructures;

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
    texts.set(path, file.getFullText());
    file.forget();
  }
  return texts;
}

function toPrintable(statement: Statement, { StructureKind }: typeof TsMorph): Printable {
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
      return {
        kind: StructureKind.Interface,
        name: statement.name,
        isExported: true,
        docs: toDocs(statement.doc),
        properties: statement.members.map(toProperty),
      };
    case "extending-interface":
      return write(statement.doc, printExtendingInterface(statement.name, statement.bases));
    case "const":
      // ts-morph indents the lines of an initializer once more, so the declaration is written as text.
      return write(statement.doc, `export const ${statement.name} = ${statement.value};`);
    case "expression":
      return write("", statement.text);
  }
}

function toProperty({ name, type, optional, doc }: Member): OptionalKind<PropertySignatureStructure> {
  return { name, type, hasQuestionToken: optional, docs: toDocs(doc) };
}

function toDocs(doc: string): (string | OptionalKind<JSDocStructure>)[] {
  // ts-morph writes a text that starts with a line feed as a block, and any other one on the line of the slashes.
  return doc === "" ? [] : [doc.includes("\n") ? `\n${doc}` : doc];
}

function write(doc: string, text: string): WriterFunction {
  return (writer) => {
    writer.blankLineIfLastNot();
    if (doc.includes("\n")) writer.writeLine(`/**\n${doc.replaceAll(/^/gm, " * ").replaceAll(/ +$/gm, "")}\n */`);
    else if (doc !== "") writer.writeLine(`/** ${doc} */`);
    writer.write(text);
  };
}

function printExtendingInterface(name: string, bases: readonly string[]): string {
  if (bases.length === 0) return `export interface ${name} {}`;
  const flat = `export interface ${name} extends ${bases.join(", ")} {}`;
  if (flat.length <= WIDTH) return flat;
  return `export interface ${name}\n  extends\n${bases.map((base) => `    ${base}`).join(",\n")} {}`;
}
