import type { Verdict } from '@palaver/core';
import { z } from 'zod';

const REASON_MAX = 200;

const Answer = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept') }),
  z.object({ action: z.literal('refuse'), reason: z.unknown().optional() }),
  z.object({ action: z.literal('change'), content: z.string() }),
]);

/** What the hook itself can say. */
export type HookVerdict = Exclude<Verdict, { readonly action: 'unchecked' }>;

/** The verdict that an answer of the hook is; null where it is no usable one. */
export function readVerdict(text: string, isContent: (content: string) => boolean): HookVerdict | null {
  const { data: answer } = Answer.safeParse(parsed(text));
  if (answer?.action === 'refuse') return { action: 'refuse', reason: shownReason(answer.reason) };
  if (answer?.action === 'change' && !isContent(answer.content)) return null;
  return answer ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A refusal stands whatever its reason is; a reason that cannot be shown to a person is left out. */
function shownReason(reason: unknown): string | null {
  if (typeof reason !== 'string') return null;
  const shown = reason.trim();
  const isShown = shown !== '' && shown.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(shown);
  return isShown && [...shown].length <= REASON_MAX ? shown : null;
}
