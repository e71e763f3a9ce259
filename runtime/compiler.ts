/** Exports for climax-gen itself. Internal: they change with any release. Programs import the package's entry, `index.ts`. */
export type {
  AnyToolSpec,
  ArgLimits,
  ArgSpec,
  ArgType,
  ArgValue,
  CliSpec,
  ExitMeaning,
  OrderItem,
  OutputSpec,
  ResolverSpec,
  Risk,
} from "./tool/tool-spec.ts";
export type { ScalarValue, ToolExample, UnknownArgs } from "./tool/tool-spec.ts";
export type { Cli, CommandHandler, Program, ProgramChanges, ReadingHandler, Resolver, Tool, ToolArg } from "./tool/tool.ts";
export type { KeyOfPart } from "./tool/tool-keys.ts";
export { keysOfPart, TOOL_KEY_ORDER } from "./tool/tool-keys.ts";
export { canStandAlone, changeProgram, commandOf, isListArg, readingOf } from "./tool/tool.ts";
export type { Relation } from "./tool/relations.ts";
export { describeRelations, listRelations } from "./tool/relations.ts";
export { placeholdersOf, readTemplate } from "./tool/template.ts";
export { isSuspiciousVariable, isUnsafeVariable } from "./tool/unsafe-variables.ts";
export { readSegments, splitCommand, unquoteWords } from "./tool/command-words.ts";
export type { CompileInput } from "./tool-index/compiled/compile.ts";
export { compileIndex } from "./tool-index/compiled/compile.ts";
export type { CompiledHeader, ToolRecord } from "./tool-index/compiled/format.ts";
export { toRecord } from "./tool-index/compiled/record.ts";
export { openCompiledIndex } from "./tool-index/compiled/read.ts";
export type { PackagedServer } from "./tool-index/compiled/packaged-server.ts";
export { readPackagedServer } from "./tool-index/compiled/packaged-server.ts";
export { describeStaleDist, findStaleDist, SOURCES_COPY } from "./launch/stale-dist.ts";
export type { CommandPart } from "./launch/stale-dist.ts";
export { readLaunch } from "./launch/launch.ts";
export { isReservedName, OUTPUT_READ } from "./tool/meta-tool-names.ts";
export { listMetaTools } from "./server/meta-tools.ts";
export type { DirectiveHandler, DirectiveSpec, DirectiveToolSpec } from "./tool/directive-spec.ts";
export { listSimpleArgs, toDirectiveCli, toDirectiveTool } from "./tool/directive-tool.ts";
export type { PlacedReference, References } from "./json-schema/references.ts";
export { indexReferences } from "./json-schema/references.ts";
export { findMatcherProblem, findSchemaPatternProblem } from "./json-schema/schema-pattern.ts";
export type { Dialect, JsonSchema, SchemaObject } from "./json-schema/schema.ts";
export { holdingKeywords, holdingOf, isSchemaObject, listSubschemas, readDialect } from "./json-schema/schema.ts";
export { isInherited, MINIMAL_ENVIRONMENT } from "./policy/inherited-environment.ts";
export { expandCommand, expandVariables } from "./tool/environment-variables.ts";
export { ENGINE_PROGRAMS, engineOf } from "./executor/engine.ts";
export { isExecutable, isFolder, toRealPath } from "./executor/file-kind.ts";
export type { SandboxedProgram, SandboxFeature } from "./executor/sandbox.ts";
export { toSandbox } from "./executor/sandbox.ts";
export { findSandboxFeatures } from "./executor/probe-executor.ts";
export { createLimiter } from "./process/limiter.ts";
export type { ProcessRunner } from "./process/process.ts";
export { createProcessRunner } from "./process/process.ts";
export { checkArguments } from "./arguments/check-arguments.ts";
export type { CommandLine } from "./command-line/command-line.ts";
export { buildCommandLine } from "./command-line/command-line.ts";
export type { CommandWord, WordOrigin } from "./command-line/command-word.ts";
export type { FormKeys, LineForm, OptionForm, Place } from "./argument/form.ts";
export { flagOf, isInFile, isNegatable, isOnCommandLine, isOperand, isRepeatable, placeOf } from "./argument/form.ts";
export { templatesOf, toForm, variableOf, writtenFlagOf, writtenNegationOf } from "./argument/form.ts";
export { resolverOrder } from "./command-line/resolver-line.ts";
export type { DashFacts } from "./command-line/dash-guard.ts";
export { allowsDash, dashFactsOf, findLeadingDashes, followsDashDash, isDashGuarded } from "./command-line/dash-guard.ts";
export type { FilledPart, LinePart } from "./command-line/pattern.ts";
export { argumentPattern, hasDashDash, linePattern, placeholderOf, wordPattern } from "./command-line/pattern.ts";
export type { CallExplanation, ExplainedCommand } from "./explain/call-explanation.ts";
export { explainCall } from "./explain/explain-call.ts";
export type { WordGrammar } from "./word-grammar/word-grammar.ts";
export { findGrammar, listGrammars, writeCells } from "./word-grammar/word-grammar.ts";
export { refusesName, refusesUnknown } from "./call/unknown-arguments.ts";
export { successExitCodes } from "./call/exit-code.ts";
export { unknownToolReply } from "./call/reply.ts";
export { DEFAULT_RESOLVER_TIMEOUT_SECONDS, DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS, timeoutSeconds } from "./tool/timeout.ts";
export { DEFAULT_REPLY_BYTES } from "./output/encoded-size.ts";
export { findSelectProblem } from "./output/structured.ts";
export { toOutputSchema } from "./tool/output-schema.ts";
export { maskDefault } from "./command-line/shown-line.ts";
export { MASK } from "./text/mask.ts";
export type { CliWithTools } from "./tool-index/index-reader.ts";
export { toListedSchema } from "./tool/listed-schema.ts";
export { estimateListTokens, MAX_DIRECT_TOKENS } from "./tool/tool-listing.ts";
export type { DiscoveryMode } from "./tool/discovery-options.ts";
export { nearNames } from "./text/near-names.ts";
export type { ArgConstraint } from "./constraint/arg-constraint.ts";
export type { ConstraintForm } from "./constraint/constraint.ts";
export {
  combineConstraints,
  CONSTRAINT_KEYS,
  constraintsOfType,
  formOfConstraint,
  listedValues,
  describeConstraint,
  isValueConstraint,
  UNCOMBINED,
} from "./constraint/constraints.ts";
export type { PolicyViolation } from "./policy/constraints.ts";
export { findViolations } from "./policy/find-violations.ts";
export { findMovedFolder } from "./policy/moved-folders.ts";
export { combineExecutorsInTurn } from "./policy/combine-executors.ts";
export { combineInherit, combineLimits, DEFAULT_LIMITS } from "./policy/combine.ts";
export { isOption, isRoot, toBytes, toProcessCount } from "./policy/docker-values.ts";
export { describeLimits, findLimitProblems, LIMIT_KEYS } from "./arguments/value-limits.ts";
export { findPatternProblem, toLinearPattern } from "./text/linear-pattern.ts";
export { ANYWHERE, isWholeSystem, matchesAnyFolder } from "./policy/path-context.ts";
export { toRe2Syntax } from "./text/pattern-syntax.ts";
export { narrowTool } from "./policy/narrow-tool.ts";
export type {
  AnyPolicySpec,
  ApprovalSpec,
  BubblewrapExecutor,
  DockerExecutor,
  EnvInherit,
  ExecutorSpec,
  LimitsSpec,
  ToolPolicy,
} from "./policy/policy-spec.ts";
export type { Policy } from "./policy/policy.ts";
export { canSkipConfirmation, isEnabled, needsConfirmation, toPolicy } from "./policy/policy.ts";
export { inOrder, joinPolicies } from "./policy/join-policies.ts";
export { expandPolicy, isGlob, matchesGlob } from "./policy/expand-policy.ts";
export type { LoadedPolicy, PolicyLoader } from "./server/setup.ts";
export type { ExplainedIndex } from "./tool-index/explained-index.ts";
export { createExplainedIndex } from "./tool-index/explained-index.ts";
export type { ExplainedHit, ExplainedPage } from "./search/explanation.ts";
export { isSearchedKeyword } from "./search/fields.ts";
export type { ToolIndex, ToolPage } from "./tool-index/tool-index.ts";
export { createIndexOver } from "./tool-index/tool-index.ts";
export { createPartsReader } from "./tool-index/index-reader.ts";
export { isJsonObject, parseJson } from "./text/json.ts";
export { DEFAULT_SEARCH_LIMIT } from "./server/answer-search.ts";
