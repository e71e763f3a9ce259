import assert from "node:assert";
import { test } from "node:test";

test("adds", () => assert.equal(1 + 1, 2));
