/** Gives property tests the same samples in every run. `FC_SEED=…` selects others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["FC_SEED"] ?? 1) });
