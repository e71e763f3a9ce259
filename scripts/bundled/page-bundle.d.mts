import type { BuildOptions } from "esbuild";

/** See `page-bundle.mjs`. */
export declare function keepPatternTests(code: string): string;

/** See `page-bundle.mjs`. */
export declare const PAGE_OPTIONS: BuildOptions & { readonly metafile: true; readonly write: false };
