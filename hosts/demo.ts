/** The server that hosts start: a generated project with one small CLI. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Writes the inputs of the server, and the files that its program prints. Returns the words that generate it into `out`. */
export function writeDemo(directory: string, program: string): readonly string[] {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "pixel.png"), Buffer.from(PIXEL, "base64"));
  writeFileSync(join(directory, "tone.wav"), createTone());
  writeFileSync(join(directory, "demo.yaml"), writeConfig(directory, program));
  writeFileSync(join(directory, "policy.yaml"), "kind: policy\ndefault: enabled\ntools: { demo_erase: { confirm: true } }\n");
  return ["demo.yaml", "--policy", "policy.yaml", "-o", "out", "--force"];
}

/** Returns a WAV file of 0.05 seconds, 8 bits, 8,000 samples per second. */
function createTone(): Buffer {
  const samples = Buffer.from(Array.from({ length: 400 }, (_, index) => 128 + Math.round(60 * Math.sin(index / 3))));
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

function writeConfig(directory: string, program: string): string {
  return `name: demo
description: Shows what hosts do
command: sh ${program}
tools:
  - name: demo_show
    description: Show a text
    command: show
    risk: read
    args: [{ name: text, description: Text to show, positional: true, required: true }]
  - name: demo_note
    description: Write a note
    command: note
    risk: write
  - name: demo_wipe
    description: Wipe the disk
    command: wipe
    risk: destructive
  - name: demo_erase
    description: Wipe the disk after a confirmation
    command: erase
    risk: destructive
  - name: demo_report
    description: Report the records as JSON
    command: report
    risk: read
    output: json
    exit_codes: { 4: only a part of the records was read }
  - name: demo_fail
    description: Fail with a message
    command: fail
    risk: read
    exit_codes: { 3: { error: the database is locked } }
  - name: demo_long
    description: Print many lines
    command: long
    risk: read
    args: [{ name: lines, description: Number of lines, type: integer, positional: true, required: true }]
  - name: demo_table
    description: Print a table
    command: table
    risk: read
    output: text/csv
  - name: demo_picture
    description: Draw a pixel
    command: file ${join(directory, "pixel.png")}
    risk: read
    output: image/png
  - name: demo_sound
    description: Play a tone
    command: file ${join(directory, "tone.wav")}
    risk: read
    output: audio/wav
  - name: demo_wait
    description: Wait for some seconds
    command: wait
    risk: read
    timeout: 120
    args: [{ name: seconds, description: Seconds to wait, type: integer, positional: true, required: true }]
`;
}
