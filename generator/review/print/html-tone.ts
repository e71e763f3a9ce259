/** Tones of the classes of changes. */
import type { Tone } from "../../html/base-style.ts";
import type { Failure } from "../rules.ts";

/** Returns the tone of a class, or of hazards. */
export function toneOf(one: Failure): Tone {
  switch (one) {
    case "breaking":
      return "danger";
    case "widening":
    case "hazards":
      return "warn";
    case "narrowing":
      return "info";
    case "compatible":
      return "safe";
    case "metadata":
      return "neutral";
  }
}
