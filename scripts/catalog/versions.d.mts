/** See `versions.mjs`. */
export declare function chooseVersions(versions: readonly string[], wanted: string): readonly string[];
