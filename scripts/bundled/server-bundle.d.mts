import type { Plugin } from "esbuild";

/** Replaces the SDK's default validator. */
export const noDefaultValidator: Plugin;

/** Code at the start of a bundle that disables zod's compilation of schemas. */
export const INTERPRETED_SCHEMAS: string;
