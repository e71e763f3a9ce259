/** See `fast-guards.mjs`. */
export declare function makeGuardsFast(code: string): string;
