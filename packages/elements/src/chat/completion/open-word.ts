/** What of a text is being completed: a mention, a channel, an emoji or a command, from its sign to the caret. */
export interface OpenWord {
  readonly sign: '@' | '#' | ':' | '/';
  readonly query: string;
  readonly start: number;
  readonly end: number;
}

const OPEN = /(?:^|[\s([{"'*_~>])([@#:])([\p{L}\p{N}_.+-]{0,64})$/u;
/** A command is the whole text. The bot that is meant may follow it. */
const COMMAND = /^\/([a-z0-9_-]{0,32}(?:@[A-Za-z0-9._-]{0,32})?)$/;
/** A colon begins many things: `:)` and `:D` are none of an emoji's names. */
const EMOJI_MIN = 2;

/** The word before the caret, where it can be completed. */
export function openWordOf(text: string, caret: number): OpenWord | null {
  const command = COMMAND.exec(text.slice(0, caret));
  if (command) return { sign: '/', query: command[1] ?? '', start: 0, end: caret };
  const match = OPEN.exec(text.slice(0, caret));
  const [, sign, query = ''] = match ?? [];
  if (sign !== '@' && sign !== '#' && sign !== ':') return null;
  if (sign === ':' && query.length < EMOJI_MIN) return null;
  return { sign, query, start: caret - query.length - 1, end: caret };
}
