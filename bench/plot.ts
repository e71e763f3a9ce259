/** Draws a table as lines in an SVG with logarithmic axes, readable on a light and on a dark page. */
import type { BenchTable } from "./benchmark.ts";

const WIDTH = 720;
const HEIGHT = 400;
const MARGIN = { left: 70, right: 170, top: 40, bottom: 50 };
const COLORS = ["#2f6fde", "#d9622b", "#2a9d5c", "#9b51c9", "#b8860b"];

interface Line {
  readonly name: string;
  readonly color: string;
  readonly points: readonly (readonly [number, number])[];
}

/** Returns the table as an SVG. Returns undefined if it has no plot. */
export function plotTable({ title, columns, rows, plot }: BenchTable): string | undefined {
  if (plot === undefined) return undefined;
  const valueOf = (row: readonly (string | number)[], column: string): number => Number(row[columns.indexOf(column)]);
  const lines = plot.lines.map((name, place): Line => ({
    name,
    color: COLORS[place % COLORS.length] ?? "gray",
    points: rows.map((row) => [valueOf(row, plot.x), valueOf(row, name)]),
  }));
  const points = lines.flatMap((line) => line.points);
  const toX = toScale(
    points.map(([x]) => x),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const toY = toScale(
    points.map(([, y]) => y),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="gray">`,
    text(MARGIN.left, 20, title.replaceAll("`", ""), "start"),
    text((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 10, plot.x, "middle"),
    ...toX.ticks.map((tick) => text(toX.place(tick), HEIGHT - MARGIN.bottom + 18, shortNumber(tick), "middle")),
    ...toY.ticks.flatMap((tick) => [
      `<path d="M${MARGIN.left} ${round(toY.place(tick))}H${WIDTH - MARGIN.right}" stroke="gray" stroke-opacity="0.25"/>`,
      text(MARGIN.left - 8, toY.place(tick) + 4, shortNumber(tick), "end"),
    ]),
    ...lines.flatMap((line) => drawLine(line, toX.place, toY.place)),
    "</svg>",
    "",
  ].join("\n");
}

interface Scale {
  readonly place: (value: number) => number;
  /** 1, 2 and 5 times the powers of ten in between. */
  readonly ticks: readonly number[];
}

function toScale(values: readonly number[], from: number, to: number): Scale {
  const [low, high] = [Math.log10(Math.min(...values) / 1.1), Math.log10(Math.max(...values) * 1.1)];
  const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, index) => 10 ** (Math.floor(low) + index));
  const steps = high - low > 2.5 ? [1] : [1, 2, 5];
  const ticks = powers
    .flatMap((power) => steps.map((step) => step * power))
    .filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
  return { place: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from), ticks };
}

function drawLine({ name, color, points }: Line, toX: Scale["place"], toY: Scale["place"]): readonly string[] {
  const places = points.map(([x, y]) => [round(toX(x)), round(toY(y))] as const);
  const [lastX = 0, lastY = 0] = places.at(-1) ?? [];
  return [
    `<path d="M${places.map(([x, y]) => `${x} ${y}`).join("L")}" fill="none" stroke="${color}" stroke-width="2"/>`,
    ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`),
    `<g fill="${color}">${text(lastX + 8, lastY + 4, name, "start")}</g>`,
  ];
}

function text(x: number, y: number, content: string, anchor: "start" | "middle" | "end"): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${content.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function shortNumber(value: number): string {
  return value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(2)));
}
