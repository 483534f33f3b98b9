import type { AnyChannel } from '@palaver/client';
import { parseCommand } from '@palaver/client/commands';
import type { PalaverStore } from '@palaver/client/store';
import type { Names } from '../chat/names.js';
import type { ChatHost } from '../host/chat-host.js';
import { botsTexts } from '../i18n/bots.en.js';
import type { CatalogueOf } from '../i18n/catalogue-of.js';
import type { Language } from '../i18n/languages.js';
import { sentenceOf } from '../ui/refusal.js';
import { hearAnswers } from './hear-answers.js';
import { problemSentence } from './problem-sentence.js';

interface Typed {
  readonly text: string;
  readonly threadId: string | null;
  readonly names: Names | null;
}

/**
 * Invokes the command that was typed. `message`: no bot here has it. `refused`: the person was told why, and may change it.
 */
export async function sendTyped(
  store: PalaverStore,
  { id: channelId }: Pick<AnyChannel, 'id'>,
  { text, threadId, names }: Typed,
  language: Language,
  tell: ChatHost['tell'],
): Promise<'message' | 'invoked' | 'refused'> {
  const t: CatalogueOf<typeof botsTexts> =
    language === 'en' ? botsTexts : (await import('../i18n/bots.ar.js')).botsTextsAr;
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
    tell(problemSentence(t, parsed.problem, text, bots), true);
  } catch (cause) {
    tell(sentenceOf(cause, t.notSent), true);
  }
  return 'refused';
}

function idOf(names: Names | null, type: 'user' | 'channel', name: string): string | null {
  const named = type === 'user' ? names?.users : names?.channels;
  return named?.get(name.toLowerCase())?.id ?? null;
}
