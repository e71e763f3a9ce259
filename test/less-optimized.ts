/**
 * Makes V8 optimize code after seven times as many calls and loops. Most code of a test runs for a few seconds, in which optimizing it takes
 * longer than it saves: a fifth of the processor time of tests in the workers. Later versions of Node.js have no such flag.
 */
import { setFlagsFromString } from "node:v8";

if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=1000000");
