import type { BotCommands } from '@palaver/client';

type Command = BotCommands['commands'][number];
type Option = Command['options'][number];

/** A command that is being typed, and what comes next. */
export interface CommandPrompt {
  readonly botId: string;
  readonly command: Command;
  readonly options: ReadonlyArray<{ readonly option: Option; readonly isGiven: boolean }>;
  /** What is being typed, or comes next; null where all is given. */
  readonly current: Option | null;
}

const COMMAND = /^\/([a-z0-9_-]{1,32})(?:@([A-Za-z0-9._-]{2,32}))?\s([\s\S]*)$/;
const WORD = /([a-z0-9_-]{1,32}):(?=\s|$)|(?:([a-z0-9_-]{1,32}):)?(?:"(?:[^"\\]|\\.)*"?|[^\s"]+)+/g;

/** The options of the command that a text begins with; null for a text that is none, or may be one of several bots. */
export function promptOf(text: string, bots: readonly BotCommands[]): CommandPrompt | null {
  const [, name, username, rest = ''] = COMMAND.exec(text.trimStart()) ?? [];
  const [found, ...others] = bots
    .filter(({ bot }) => username === undefined || bot.username.toLowerCase() === username.toLowerCase())
    .flatMap(({ bot, commands }) => {
      const command = commands.find((each) => each.name === name);
      return command ? [{ botId: bot.id, command }] : [];
    });
  if (!found || others.length > 0) return null;
  const { given, last } = optionsIn(rest, found.command.options);
  const next = found.command.options.find((option) => !given.has(option));
  const isTyping = rest !== '' && !/\s$/.test(rest);
  return {
    ...found,
    options: found.command.options.map((option) => ({ option, isGiven: given.has(option) })),
    current: (isTyping ? last : next) ?? null,
  };
}

/** Which options the words are for: by their names, and the others in the order of the options. */
function optionsIn(rest: string, options: readonly Option[]) {
  const words = [...rest.matchAll(WORD)].map(([, empty, name]) =>
    options.find((option) => option.name === (name ?? empty)),
  );
  const given = new Set(words.filter((option) => option !== undefined));
  let last: Option | undefined;
  for (const named of words) {
    last = named ?? options.find((option) => !given.has(option)) ?? last;
    if (last) given.add(last);
  }
  return { given, last };
}

/** Whether a text looks like a command, so that it is not posted before the person has said so. A path is none. */
export function looksLikeCommand(text: string): boolean {
  return /^\/[\p{L}\p{N}_-]+(?:@\S*)?(?:\s|$)/u.test(text.trimStart());
}
