/**
 * Rewrites a bundle so that each zod schema is created on first use. The MCP SDK creates some 500 schemas before the first response, which
 * takes half of the time of a cold start. A server of tools uses a tenth of them. The schemas themselves do not change.
 *
 * `var XSchema = object({ y: YSchema });` becomes `function XSchema() { return XSchema.made ??= object({ y: YSchema() }); }`, and so does a
 * constant that contains schemas.
 */
import { ts } from "ts-morph";

/** Names of the SDK's schemas, with the suffix that esbuild adds to duplicates. */
const SCHEMA = /Schema(\$\d+|\d+)?$/;

/** Names of its tables of schemas. */
const TABLE = /Schemas\d*$/;

/** Minimum number of schemas in a function that creates all schemas of one protocol revision. */
const REVISION_SIZE = 50;

/** Number of such functions in the SDK: one for 2025-11-25 and earlier, one for 2026-07-28. */
const REVISIONS = 2;

/** Objects in which the SDK provides every schema by name. No server uses them, and they would create all schemas. */
const REGISTRIES = ["specTypeSchemas", "isSpecType"];
const REGISTER = "register";

/**
 * Returns the same program with lazy schemas. Throws if the SDK does not have the expected form, so that each new version is reviewed
 * before it is shipped.
 */
export function makeSchemasLazy(code) {
  const file = ts.createSourceFile("bundle.cjs", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const registrations = file.statements.filter(isRegistration);
  const used = REGISTRIES.filter((name) => find(file, (node) => isReference(node) && node.text === name).length > 0);
  if (registrations.length === 0 || used.length > 0) throw new Error("the SDK registers its schemas in another way");
  const revisions = find(file, ts.isFunctionDeclaration).filter(isRevision);
  if (revisions.length !== REVISIONS) throw new Error(`the SDK makes the schemas of ${revisions.length} revisions, not of ${REVISIONS}`);

  const tables = find(file, ts.isObjectLiteralExpression).filter((node) => isTable(node, revisions));
  const isRemoved = (node) => registrations.some((gone) => gone === node);
  const isSchema = ({ name, initializer }) =>
    SCHEMA.test(name.text) && (ts.isCallExpression(initializer) || (ts.isIdentifier(initializer) && SCHEMA.test(initializer.text)));
  const schemas = declarationsIn(file.statements).filter(isSchema);
  const scopes = [
    { scope: file, declarations: [...schemas, ...findDerived(file, schemas)] },
    ...revisions.map(({ body }) => ({ scope: body, declarations: declarationsIn(body.statements).filter(isMade) })),
  ];
  const edits = [
    ...registrations.map((node) => replace(node, "")),
    ...scopes.flatMap((scope) => rewriteScope(scope, tables, isRemoved)),
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

/** Reports whether a constant's value is computed, and not a function or an alias. */
function isMade({ initializer }) {
  return !ts.isArrowFunction(initializer) && !ts.isIdentifier(initializer);
}

/** Returns the other constants whose values require a schema, such as a set of its keys. Excludes functions and instances. */
function findDerived(file, schemas) {
  const names = new Set(schemas.map(({ name }) => name.text));
  const isMadeOf = ({ initializer }) => find(initializer, (node) => isReference(node) && names.has(node.text), runsLater).length > 0;
  return declarationsIn(file.statements).filter((node) => !schemas.includes(node) && !isTable(node.initializer, []) && isMadeOf(node));
}

function runsLater(node) {
  return ts.isFunctionLike(node) || ts.isClassLike(node);
}

/** Returns declarations `var name = value`, one variable each. */
function declarationsIn(statements) {
  const single = statements.filter((node) => ts.isVariableStatement(node) && node.declarationList.declarations.length === 1);
  return single.map((node) => node.declarationList.declarations[0]).filter(({ name, initializer }) => ts.isIdentifier(name) && initializer);
}

/** Converts declarations to functions and references to calls. Keeps names that also have another meaning. */
function rewriteScope({ scope, declarations }, tables, isRemoved) {
  const counts = new Map();
  for (const { text } of find(scope, isBinding)) counts.set(text, (counts.get(text) ?? 0) + 1);
  const lazy = declarations.filter(({ name }) => counts.get(name.text) === 1);
  const names = new Set(lazy.map(({ name }) => name.text));
  const references = find(scope, (node) => isReference(node) && names.has(node.text), isRemoved);
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

/** Reports whether a node is a table: the result of a revision's function, or a variable with a table's name. */
function isTable(node, revisions) {
  const { parent } = node;
  if (ts.isReturnStatement(parent)) return revisions.some(({ body }) => body === parent.parent);
  return (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && TABLE.test(parent.name.getText());
}

/** Converts `{ key: value }` to a getter that computes the value once. */
function rewriteTable({ properties }) {
  return properties.flatMap((property) => {
    const name = property.name.getText();
    const key = ts.isStringLiteral(property.name) ? name : JSON.stringify(name);
    // A shorthand property has only a name, which becomes the value.
    const value = property.initializer ?? property;
    return [
      { start: property.getStart(), end: value.getStart(), text: `get ${name}() { const value = ` },
      { start: value.end, end: value.end, text: `; Object.defineProperty(this, ${key}, { value, enumerable: true }); return value; }` },
    ];
  });
}

/** Reports whether an identifier refers to a variable: it is neither a declared name nor the name of a property. */
function isReference(node) {
  if (!ts.isIdentifier(node) || isBinding(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !(
    (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isAccessor(parent)) &&
    parent.name === node
  );
}

/** Reports whether an identifier declares a variable. */
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

/** Returns all matching nodes below one. Does not descend into removed nodes. */
function find(root, fits, isRemoved = () => false) {
  const found = [];
  const visit = (node) => {
    if (isRemoved(node)) return;
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
