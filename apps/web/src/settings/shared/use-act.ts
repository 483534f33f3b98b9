import { NotProven } from '@palaver/elements/ui/not-proven.js';
import { NOT_REFUSED, refusedBy } from '@palaver/elements/ui/refused.js';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { useProof } from './proof.js';

/** Something that a person does on a page, and what became of it. */
export interface Act {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly error: string | null;
  /** What is wrong with the fields of the form that it was done from, by name. */
  readonly fields: ReadonlyMap<string, string>;
  /** Does it; asks for a proof that the person is there where the service wants one. Resolves with whether it was done. */
  readonly run: (action: () => Promise<unknown>, form?: HTMLFormElement) => Promise<boolean>;
}

type State = Omit<Act, 'run'>;

const NOTHING: State = { isBusy: false, isDone: false, error: null, fields: NOT_REFUSED.fields };

export function useAct(): Act {
  const t = useTexts();
  const withProof = useProof();
  const [state, setState] = useState<State>(NOTHING);

  async function run(action: () => Promise<unknown>, form?: HTMLFormElement): Promise<boolean> {
    setState({ ...NOTHING, isBusy: true });
    try {
      await withProof(action);
      setState({ ...NOTHING, isDone: true });
      return true;
    } catch (cause) {
      const { sentence, fields } = cause instanceof NotProven ? NOT_REFUSED : refusedBy(cause, t, form);
      setState({ ...NOTHING, error: sentence, fields });
      return false;
    }
  }

  return { ...state, run };
}
