/** See `quick-predicates.mjs`. */
export declare function makePredicatesQuick(code: string): string;
