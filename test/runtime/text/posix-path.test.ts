import { posix } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isAbsolutePath, normalizePath, parentPath, resolvePath } from "../../../runtime/text/posix-path.ts";

const path = fc.array(fc.constantFrom("/", "//", ".", "..", "a", "b c", "…", "\\"), { maxLength: 8 }).map((parts) => parts.join(""));
const absolute = path.map((rest) => `/${rest}`);

it("normalizes, resolves and shortens paths as node:path does", () => {
  fc.assert(
    fc.property(absolute, path, (base, one) => {
      expect(isAbsolutePath(one)).toBe(posix.isAbsolute(one));
      expect(normalizePath(one)).toBe(posix.normalize(one));
      expect(resolvePath(base, one)).toBe(posix.resolve(base, one));
      expect(parentPath(resolvePath(base, one))).toBe(posix.dirname(posix.resolve(base, one)));
    }),
    { numRuns: 2000 },
  );
});
