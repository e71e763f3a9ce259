import { limit } from "./limit.js";

test("has a limit", () => expect(limit).toBe(3));
