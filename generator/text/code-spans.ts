/** Finds the code in messages, which is between backticks. Pure. */

/** A part of a message. */
export interface MessagePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Splits a message into text and code, without the backticks and without empty parts. An unpaired backtick is text. */
export function splitCode(message: string): readonly MessagePart[] {
  const parts = message.split("`");
  if (parts.length % 2 === 0) return [{ text: message, isCode: false }];
  return parts.map((text, index) => ({ text, isCode: index % 2 === 1 })).filter(({ text }) => text !== "");
}
