/** Defines the facts that are read from one page. */
import type { ExitCode, Fact, OptionFacts, Page, PositionalFacts, UnreadText } from "../description.ts";
import type { ListedCommand } from "./commands/command-rows.ts";
import type { UsageConstraints } from "./usage/usage-constraints.ts";

/** Facts of one page. */
export interface PageFacts {
  readonly page: Page;
  readonly summary?: Fact<string>;
  /** The first sentences that explain the command. */
  readonly about?: string;
  readonly usage: readonly Fact<string>[];
  readonly options: readonly OptionFacts[];
  /** Options that only a sentence or a usage line shows. */
  readonly usageOptions: readonly OptionFacts[];
  readonly positionals: readonly PositionalFacts[];
  readonly constraints: UsageConstraints;
  readonly commands: readonly ListedCommand[];
  /** Subcommands that only usage lines show. Their options have no descriptions. */
  readonly usageCommands: readonly UsageCommandFacts[];
  /** Subcommands that only sections of a man page describe, with the options that their texts describe. */
  readonly sectionCommands: readonly UsageCommandFacts[];
  /** First sentences about subcommands in the body of a man page, by name. */
  readonly commandTexts: ReadonlyMap<string, Fact<string>>;
  /** True if the subcommands print their help for the word `help`: `ip route help`. */
  readonly asksWithHelp: boolean;
  /** True if the page is a grammar in which a subcommand follows the command. */
  readonly isGroup: boolean;
  readonly exits: readonly Fact<ExitCode>[];
  readonly hasEndOfOptions: boolean;
  /** Names of options that the page only refers to: "available to all commands: --account, …". */
  readonly globalNames: readonly string[];
  /** Texts that look like definitions, and could not be read. */
  readonly unread: readonly Fact<UnreadText>[];
}

/** A subcommand, as a usage line shows it. */
export interface UsageCommandFacts extends Pick<
  PageFacts,
  "summary" | "usage" | "usageOptions" | "positionals" | "constraints" | "hasEndOfOptions"
> {
  readonly name: string;
  /** True if the command prints the page of its parent, whose options it can take. */
  readonly isShared?: boolean;
  /** The options that its own text describes. Omitted if the page describes its options. */
  readonly described?: readonly OptionFacts[];
}
