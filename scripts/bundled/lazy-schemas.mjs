/**
 * The MCP SDK makes some 500 zod schemas before it answers the first request, of which a server of tools uses a tenth: half of
 * the time of a cold start. This rewrites a bundle so that each is made when it is first used. What a schema says stays as it is.
 *
 * `var XSchema = object({ y: YSchema });` becomes `function XSchema() { return XSchema.made ??= object({ y: YSchema() }); }`,
 * and so does a constant that is made of schemas.
 */
import { ts } from "ts-morph";

/** What the SDK calls its schemas, with what esbuild appends to tell two of one name apart. */
const SCHEMA = /Schema(\$\d+|\d+)?$/;

/** What it calls its tables of schemas. */
const TABLE = /Schemas\d*$/;

/** A function that declares so many schemas makes those of one protocol revision. */
const REVISION_SIZE = 50;

/** How many the SDK knows: 2025-11-25 and before, and 2026-07-28. */
const REVISIONS = 2;

/** Where the SDK offers every schema by name, which no server of ours asks for, and what it would make them all for. */
const REGISTRIES = ["specTypeSchemas", "isSpecType"];
const REGISTER = "register";

/**
 * The same program with schemas that are made on demand. Throws where the SDK has another form than the one this was written
 * for, so that a new version of it is looked at before it is shipped.
 */
export function makeSchemasLazy(code) {
  const file = ts.createSourceFile("bundle.cjs", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const registrations = file.statements.filter(isRegistration);
  const used = REGISTRIES.filter((name) => find(file, (node) => isReference(node) && node.text === name).length > 0);
  if (registrations.length === 0 || used.length > 0) throw new Error("the SDK registers its schemas in another way");
  const revisions = find(file, ts.isFunctionDeclaration).filter(isRevision);
  if (revisions.length !== REVISIONS) throw new Error(`the SDK makes the schemas of ${revisions.length} revisions, not of ${REVISIONS}`);

  const tables = find(file, ts.isObjectLiteralExpression).filter((node) => isTable(node, revisions));
  const isGone = (node) => registrations.some((gone) => gone === node);
  const isSchema = ({ name, initializer }) =>
    SCHEMA.test(name.text) && (ts.isCallExpression(initializer) || (ts.isIdentifier(initializer) && SCHEMA.test(initializer.text)));
  const schemas = declarationsIn(file.statements).filter(isSchema);
  const scopes = [
    { scope: file, declarations: [...schemas, ...findDerived(file, schemas)] },
    ...revisions.map(({ body }) => ({ scope: body, declarations: declarationsIn(body.statements).filter(isMade) })),
  ];
  const edits = [
    ...registrations.map((node) => replace(node, "")),
    ...scopes.flatMap((scope) => rewriteScope(scope, tables, isGone)),
    ...tables.flatMap(rewriteTable),
  ];
  return applyEdits(code, edits);
}

function isRegistration(node) {
  return ts.isForOfStatement(node) && ts.isExpressionStatement(node.statement) && isCallOf(node.statement.expression, REGISTER);
}

function isCallOf(node, name) {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name;
}

function isRevision({ body }) {
  return declarationsIn(body?.statements ?? []).filter(({ name }) => SCHEMA.test(name.text)).length >= REVISION_SIZE;
}

/** Whether a constant's value is made, and not a function or a mere word for another. */
function isMade({ initializer }) {
  return !ts.isArrowFunction(initializer) && !ts.isIdentifier(initializer);
}

/** The other constants whose values take a schema to make, such as a set of its keys. What a function or an instance asks for is made by them. */
function findDerived(file, schemas) {
  const names = new Set(schemas.map(({ name }) => name.text));
  const isMadeOf = ({ initializer }) => find(initializer, (node) => isReference(node) && names.has(node.text), runsLater).length > 0;
  return declarationsIn(file.statements).filter((node) => !schemas.includes(node) && !isTable(node.initializer, []) && isMadeOf(node));
}

function runsLater(node) {
  return ts.isFunctionLike(node) || ts.isClassLike(node);
}

/** `var name = value` among statements, one variable each. */
function declarationsIn(statements) {
  const single = statements.filter((node) => ts.isVariableStatement(node) && node.declarationList.declarations.length === 1);
  return single.map((node) => node.declarationList.declarations[0]).filter(({ name, initializer }) => ts.isIdentifier(name) && initializer);
}

/** Turns declarations into functions, and what refers to them into calls. Names that mean something else as well stay. */
function rewriteScope({ scope, declarations }, tables, isGone) {
  const counts = new Map();
  for (const { text } of find(scope, isBinding)) counts.set(text, (counts.get(text) ?? 0) + 1);
  const lazy = declarations.filter(({ name }) => counts.get(name.text) === 1);
  const names = new Set(lazy.map(({ name }) => name.text));
  const references = find(scope, (node) => isReference(node) && names.has(node.text), isGone);
  return [...lazy.flatMap(toFunction), ...references.map((node) => toCall(node, tables))];
}

function toFunction(declaration) {
  const { name, initializer } = declaration;
  const statement = declaration.parent.parent;
  return [
    { start: statement.getStart(), end: initializer.getStart(), text: `function ${name.text}() { return ${name.text}.made ??= ` },
    { start: initializer.end, end: statement.end, text: "; }" },
  ];
}

function toCall(node, tables) {
  const isAssigned =
    ts.isBinaryExpression(node.parent) && node.parent.left === node && node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (isAssigned) throw new Error(`the SDK assigns to ${node.text}`);
  const isShorthand = ts.isShorthandPropertyAssignment(node.parent) && !tables.includes(node.parent.parent);
  const text = isShorthand ? `${node.text}: ${node.text}()` : `${node.text}()`;
  return replace(node, text);
}

/** A table: what a revision's function returns, or what is called one. */
function isTable(node, revisions) {
  const { parent } = node;
  if (ts.isReturnStatement(parent)) return revisions.some(({ body }) => body === parent.parent);
  return (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && TABLE.test(parent.name.getText());
}

/** `{ key: value }` → a getter that makes the value once and then is the value. */
function rewriteTable({ properties }) {
  return properties.flatMap((property) => {
    const name = property.name.getText();
    const key = ts.isStringLiteral(property.name) ? name : JSON.stringify(name);
    // A shorthand's only word becomes the value.
    const value = property.initializer ?? property;
    return [
      { start: property.getStart(), end: value.getStart(), text: `get ${name}() { const value = ` },
      { start: value.end, end: value.end, text: `; Object.defineProperty(this, ${key}, { value, enumerable: true }); return value; }` },
    ];
  });
}

/** Whether an identifier stands for a variable, and is neither a name that it declares nor that of a property. */
function isReference(node) {
  if (!ts.isIdentifier(node) || isBinding(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !(
    (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isAccessor(parent)) &&
    parent.name === node
  );
}

/** Whether an identifier declares a variable. */
function isBinding(node) {
  return (
    ts.isIdentifier(node) &&
    node.parent.name === node &&
    (ts.isVariableDeclaration(node.parent) ||
      ts.isParameter(node.parent) ||
      ts.isBindingElement(node.parent) ||
      (ts.isFunctionLike(node.parent) && !ts.isMethodDeclaration(node.parent) && !ts.isAccessor(node.parent)) ||
      ts.isClassLike(node.parent))
  );
}

/** All nodes below one that fit; not looking into those that are gone. */
function find(root, fits, isGone = () => false) {
  const found = [];
  const visit = (node) => {
    if (isGone(node)) return;
    if (fits(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function replace(node, text) {
  return { start: node.getStart(), end: node.end, text };
}

function applyEdits(code, edits) {
  let text = "";
  let end = 0;
  for (const edit of edits.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    if (edit.start < end) throw new Error(`two edits of one place: ${edit.text}`);
    text += code.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return text + code.slice(end);
}
