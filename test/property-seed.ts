/** Property tests draw the same samples in every run; `FC_SEED=…` draws others, to look for more. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["FC_SEED"] ?? 1) });
