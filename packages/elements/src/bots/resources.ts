import type { PalaverEvent } from '@palaver/client';
import type { SingleResource } from '@palaver/client/store';

/** An answer of a bot that the person alone gets. */
export type Answer = Extract<PalaverEvent, { type: 'interaction.responded' }>['data'];

/** The answers that no message is, and those to which no answer came; after a reload there are none. */
export const ownAnswers: SingleResource<{
  readonly answers: readonly Answer[];
  readonly unanswered: number;
}> = {
  kind: 'single',
  key: 'bot-answers',
  of: null,
  mustBeRead: true,
  read: async ({ client }) => {
    const { cursors } = await client.snapshot((api) => api.users.me.query());
    return { state: { answers: [], unanswered: 0 }, cursors };
  },
  reduce: (state, event) => {
    if (event.type === 'interaction.responded') {
      const { ephemeral, superseded } = event.data;
      if (!ephemeral || superseded) return null;
      return { state: { ...state, answers: [...state.answers, event.data] } };
    }
    if (event.type !== 'interaction.ended') return null;
    const { interactionId, answered } = event.data;
    const answers = state.answers.filter((one) => one.interactionId !== interactionId);
    return { state: { answers, unanswered: state.unanswered + (answered ? 0 : 1) } };
  },
};
