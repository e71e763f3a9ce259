/** See `young-closures.mjs`. */
export declare function allocateClosuresYoung(code: string): string;
