import type { PalaverEvent } from '@palaver/client';
import type { SingleResource } from '@palaver/client/store';

/** An answer of a bot that the person alone gets. */
export type Answer = Extract<PalaverEvent, { type: 'interaction.responded' }>['data'];

/** This many of the last ones are known. Of an older one nothing is shown any more. */
const IDS_MAX = 200;

/** The answers that no message is, and those to which no answer came; after a reload there are none. */
export const ownAnswers: SingleResource<{
  readonly answers: readonly Answer[];
  readonly unanswered: number;
  /** What bots were asked and have answered, to the person alone or with a message. */
  readonly answeredIds: readonly string[];
  /** What ended without an answer. */
  readonly unansweredIds: readonly string[];
}> = {
  kind: 'single',
  key: 'bot-answers',
  of: null,
  mustBeRead: true,
  read: async ({ client }) => {
    const { cursors } = await client.snapshot((api) => api.users.me.query());
    return { state: { answers: [], unanswered: 0, answeredIds: [], unansweredIds: [] }, cursors };
  },
  reduce: (state, event) => {
    if (event.type === 'interaction.responded') {
      const { ephemeral, superseded, interactionId } = event.data;
      if (superseded) return null;
      const answeredIds = [...state.answeredIds, interactionId].slice(-IDS_MAX);
      const answers = ephemeral ? [...state.answers, event.data] : state.answers;
      return { state: { ...state, answers, answeredIds } };
    }
    if (event.type !== 'interaction.ended') return null;
    const { interactionId, answered } = event.data;
    const answers = state.answers.filter((one) => one.interactionId !== interactionId);
    if (answered) return { state: { ...state, answers } };
    const unansweredIds = [...state.unansweredIds, interactionId].slice(-IDS_MAX);
    return { state: { ...state, answers, unanswered: state.unanswered + 1, unansweredIds } };
  },
};
