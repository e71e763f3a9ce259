/** See `lazy-schemas.mjs`. */
export declare function makeSchemasLazy(code: string): string;
