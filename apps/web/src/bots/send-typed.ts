import type { AnyChannel, BotCommands } from '@palaver/client';
import { type CommandProblem, parseCommand } from '@palaver/client/commands';
import type { PalaverStore } from '@palaver/client/store';
import type { Names } from '../chat/names.js';
import type { CatalogueOf } from '../i18n/area-texts.js';
import { botsTexts } from '../i18n/bots.en.js';
import type { Language } from '../i18n/i18n.js';
import { sentenceOf } from '../ui/refusal.js';
import { tell } from '../ui/tell.js';
import { hearAnswers } from './hear-answers.js';

type Texts = CatalogueOf<typeof botsTexts>;

interface Typed {
  readonly text: string;
  readonly threadId: string | null;
  readonly names: Names | null;
}

/**
 * Invokes the command that was typed. `message`: it is none of a bot here. `refused`: the person was told why, and may change it.
 */
export async function sendTyped(
  store: PalaverStore,
  { id: channelId }: Pick<AnyChannel, 'id'>,
  { text, threadId, names }: Typed,
  language: Language,
): Promise<'message' | 'invoked' | 'refused'> {
  const t: Texts = language === 'en' ? botsTexts : (await import('../i18n/bots.ar.js')).botsTextsAr;
  const { api } = store.client;
  try {
    const bots = await api.interactions.inChannel.query({ channelId });
    const parsed = parseCommand(text, bots, { resolve: (type, name) => idOf(names, type, name) });
    if (parsed === null) return 'message';
    if (parsed.ok) {
      await hearAnswers(store);
      await api.interactions.invoke.mutate({ channelId, threadId, ...parsed.invocation });
      return 'invoked';
    }
    if (parsed.problem.kind === 'unknown-command') return 'message';
    tell(sentence(t, parsed.problem, text, bots), true);
  } catch (cause) {
    tell(sentenceOf(cause, t.notSent), true);
  }
  return 'refused';
}

function idOf(names: Names | null, type: 'user' | 'channel', name: string): string | null {
  const named = type === 'user' ? names?.users : names?.channels;
  return named?.get(name.toLowerCase())?.id ?? null;
}

function sentence(
  t: Texts,
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
