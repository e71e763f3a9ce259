/**
 * Gives property tests the same samples in every run. `FC_SEED=…` selects others. Strings and lists have up to `maxLength` items: by
 * default, fast-check would generate about ten at most.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["FC_SEED"] ?? 1), defaultSizeToMaxWhenMaxSpecified: true });
