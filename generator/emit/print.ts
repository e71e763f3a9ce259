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
    texts.set(path, insertBodies(file.compilerNode, statements.filter(hasBody), tsMorph));
    file.forget();
  }
  return texts;
}

/**
 * Stands for a constant's value or an interface's members while ts-morph prints and parses a file: with all of them in it, that
 * would take four times as long.
 */
const PLACEHOLDER = "BODY";

type WithBody = Extract<Statement, { readonly kind: "const" | "interface" }>;

function hasBody(statement: Statement): statement is WithBody {
  return statement.kind === "const" || (statement.kind === "interface" && statement.members.length > 0);
}

/** The file's text with doc comments and bodies, one a placeholder, in order. Found as syntax: the same word in a comment is none. */
function insertBodies(file: TsMorph.ts.SourceFile, statements: readonly WithBody[], tsMorph: typeof TsMorph): string {
  const places = file.statements.flatMap((statement) => findPlaceholder(statement, tsMorph) ?? []);
  if (places.length !== statements.length) throw new Error(`${file.fileName} has ${places.length} bodies, not ${statements.length}`);
  let text = "";
  let end = 0;
  for (const [index, { owner, placeholder }] of places.entries()) {
    // There are as many.
    const statement = statements[index] as WithBody;
    const start = owner.getStart(file);
    text += file.text.slice(end, start) + printDoc(statement.doc, "");
    text += file.text.slice(start, placeholder.getStart(file)) + printBody(statement);
    end = placeholder.end;
  }
  return text + file.text.slice(end);
}

/** Where the body of a statement belongs; undefined for one that has none. */
function findPlaceholder(
  statement: TsMorph.ts.Statement,
  { ts }: typeof TsMorph,
): { readonly owner: TsMorph.ts.Node; readonly placeholder: TsMorph.ts.Node } | undefined {
  const isPlaceholder = (node: TsMorph.ts.Node | undefined): node is TsMorph.ts.Identifier =>
    node !== undefined && ts.isIdentifier(node) && node.text === PLACEHOLDER;
  if (ts.isInterfaceDeclaration(statement)) {
    const [member] = statement.members;
    return member !== undefined && isPlaceholder(member.name) ? { owner: statement, placeholder: member } : undefined;
  }
  if (!ts.isVariableStatement(statement)) return undefined;
  let value = statement.declarationList.declarations[0]?.initializer;
  while (value && (ts.isSatisfiesExpression(value) || ts.isAsExpression(value))) value = value.expression;
  return isPlaceholder(value) ? { owner: statement, placeholder: value } : undefined;
}

function printBody(statement: WithBody): string {
  return statement.kind === "const" ? statement.value : statement.members.map(printMember).join("\n").trimStart();
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
      return write("", `export interface ${statement.name} {${statement.members.length === 0 ? "\n" : `\n  ${PLACEHOLDER};\n`}}`);
    case "extending-interface":
      return write(statement.doc, printExtendingInterface(statement.name, statement.bases));
    case "const": {
      const { name, type, assertion } = statement;
      const annotation = type === undefined ? "" : `: ${type}`;
      return write("", `export const ${name}${annotation} = ${PLACEHOLDER}${assertion === undefined ? "" : ` ${assertion}`};`);
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
  return `${printDoc(doc, "  ")}  ${name}${optional ? "?" : ""}: ${type};`;
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
