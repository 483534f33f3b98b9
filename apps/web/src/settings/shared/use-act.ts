import { NotProven } from '@palaver/elements/ui/not-proven.js';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { useProof } from './proof.js';

/** Something that a person does on a page, and what became of it. */
export interface Act {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly error: string | null;
  /** Does it; asks for a proof that the person is there where the service wants one. Resolves with whether it was done. */
  readonly run: (action: () => Promise<unknown>) => Promise<boolean>;
}

type State = Omit<Act, 'run'>;

const NOTHING: State = { isBusy: false, isDone: false, error: null };

export function useAct(): Act {
  const t = useTexts();
  const withProof = useProof();
  const [state, setState] = useState<State>(NOTHING);

  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setState({ ...NOTHING, isBusy: true });
    try {
      await withProof(action);
      setState({ ...NOTHING, isDone: true });
      return true;
    } catch (cause) {
      const error = cause instanceof NotProven ? null : sentenceOf(cause, t.somethingWrong);
      setState({ ...NOTHING, error });
      return false;
    }
  }

  return { ...state, run };
}
