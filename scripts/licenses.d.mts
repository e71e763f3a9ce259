/** See `licenses.mjs`. */
export declare function collectLicenses(inputs: readonly string[], root: string): string;
