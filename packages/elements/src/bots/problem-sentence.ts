import type { BotCommands } from '@palaver/client';
import type { CommandProblem } from '@palaver/client/commands';
import type { botsEn } from '../i18n/bots.en.js';
import type { CatalogueOf } from '../i18n/catalogue-of.js';

/** Says what is wrong with a command that was typed. */
export function problemSentence(
  t: CatalogueOf<typeof botsEn>,
  { kind, option }: CommandProblem,
  text: string,
  bots: readonly BotCommands[],
): string {
  const name = option ?? '';
  switch (kind) {
    case 'missing':
      return t.missingOption(name);
    case 'not-valid':
      return t.wrongOption(name);
    case 'ambiguous':
      return t.whichBot(namesOf(text, bots));
    case 'twice':
      return t.twiceOption(name);
    case 'unclosed-quote':
      return t.openQuote;
    case 'unknown-command':
    case 'too-many-words':
      return t.tooManyWords;
  }
}

/** `/deploy@robot`, for each bot that may be meant by the text. */
function namesOf(text: string, bots: readonly BotCommands[]): string {
  const typed = /^\/[a-z0-9_-]+/.exec(text.trim())?.[0] ?? '';
  return bots
    .filter(({ commands }) => commands.some(({ name }) => `/${name}` === typed))
    .map(({ bot }) => `${typed}@${bot.username}`)
    .join(', ');
}
