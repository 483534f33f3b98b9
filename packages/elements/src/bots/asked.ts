import type { SingleResource } from '@palaver/client/store';
import type { ownAnswers } from './resources.js';

type Answers = typeof ownAnswers extends SingleResource<infer State> ? State : never;

/** What a bot was asked by a button or a select, as far as the service has answered. */
export type Asked =
  | { readonly kind: 'asking' }
  /** The bot has it; `isLate` once it has taken long. */
  | { readonly kind: 'waiting'; readonly interactionId: string; readonly isLate: boolean }
  | { readonly kind: 'refused'; readonly sentence: string };

/** What is shown of it beside the component. */
export type Shown = 'nothing' | 'working' | 'late' | 'unanswered' | 'refused';

export function shownOf(asked: Asked | null, answers: Answers | null): Shown {
  if (asked === null) return 'nothing';
  if (asked.kind !== 'waiting') return asked.kind === 'asking' ? 'working' : 'refused';
  if (answers?.answeredIds.includes(asked.interactionId)) return 'nothing';
  if (answers?.unansweredIds.includes(asked.interactionId)) return 'unanswered';
  return asked.isLate ? 'late' : 'working';
}
