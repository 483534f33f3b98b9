/** Marks a text with the time at which it is sent, for whoever receives it in this process. */
export function withTime(text: string, kind: 'post' | 'reply'): string {
  const micros = Math.round(performance.now() * 1_000);
  return `${MARKS[kind]}${String(micros).padStart(DIGITS, '0')} ${text}`;
}

/** A message to a channel, and one in a thread. No mentions, which would be looked up. */
export const MARKS = { post: '!m', reply: '!r' } as const;
const DIGITS = 13;

/** Milliseconds since the text was sent whose digits begin at `at`. */
export function sinceSent(bytes: Buffer, at: number): number {
  return performance.now() - Number(bytes.toString('latin1', at, at + DIGITS)) / 1_000;
}
