import type { AnyChannel } from '@palaver/client';
import { parseCommand } from '@palaver/client/commands';
import type { PalaverStore } from '@palaver/client/store';
import type { Names } from '../chat/names.js';
import type { I18n } from '../i18n/i18n.js';
import { sentenceOf } from '../ui/refusal.js';
import { hearAnswers } from './hear-answers.js';
import { problemSentence } from './problem-sentence.js';
import { botsTextsIn } from './texts.js';

export interface Typed {
  readonly text: string;
  readonly threadId: string | null;
  readonly names: Names | null;
  readonly hasFiles: boolean;
}

/** Why nothing was sent, and whether the person may post the text as a message all the same. */
export interface NotSent {
  readonly sentence: string;
  readonly maySend: boolean;
}

/** Invokes the command that was typed, if a bot here has it. Nothing is ever posted. Resolves with null, or with why not. */
export async function sendTyped(
  store: PalaverStore,
  { id: channelId }: Pick<AnyChannel, 'id'>,
  { text, threadId, names, hasFiles }: Typed,
  { t: texts, language }: Pick<I18n, 't' | 'language'>,
): Promise<NotSent | null> {
  const t = await botsTextsIn(language);
  const { api } = store.client;
  try {
    const bots = await api.interactions.inChannel.query({ channelId });
    const parsed = parseCommand(text, bots, { resolve: (type, name) => idOf(names, type, name) });
    if (parsed === null || (!parsed.ok && parsed.problem.kind === 'unknown-command'))
      return { sentence: t.unknownCommand(commandIn(text)), maySend: true };
    if (hasFiles) return { sentence: t.noFiles, maySend: true };
    if (!parsed.ok) return { sentence: problemSentence(t, parsed.problem, text, bots), maySend: false };
    await hearAnswers(store);
    await api.interactions.invoke.mutate({ channelId, threadId, ...parsed.invocation });
    return null;
  } catch (cause) {
    return { sentence: sentenceOf(cause, { ...texts, somethingWrong: t.notSent }), maySend: false };
  }
}

function commandIn(text: string): string {
  return /^\S*/.exec(text.trim())?.[0] ?? '';
}

function idOf(names: Names | null, type: 'user' | 'channel', name: string): string | null {
  const named = type === 'user' ? names?.users : names?.channels;
  return named?.get(name.toLowerCase())?.id ?? null;
}
