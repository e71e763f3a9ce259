/** Programs for which the order of the options has a meaning. Their words must be exactly those that the server would write. */

const EXPRESSION = "the words are an expression that is evaluated in their order";
const IMAGE = "options act on the files before or after them";

/** The reason for each program. */
export const ORDER_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ["find", EXPRESSION],
  ["sox", IMAGE],
  ["ffmpeg", IMAGE],
  ["convert", IMAGE],
  ["magick", IMAGE],
  ["identify", IMAGE],
  ["compare", IMAGE],
  ["montage", IMAGE],
  ["mogrify", IMAGE],
  ["mlr", "commands follow each other in a chain"],
  ["gnuplot", "commands run in their order"],
  ["qpdf", "groups of options end with `--`"],
  ["rsync", "the first rule for a file counts"],
  ["rclone", "the first rule for a file counts"],
  ["tesseract", "the output name precedes the options"],
  ["ip", EXPRESSION],
  ["tc", EXPRESSION],
]);
