import { NotProven } from '@palaver/elements/ui/not-proven.js';
import { isRefusedWith } from '@palaver/elements/ui/refusal.js';
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';

const ProofDialog = lazy(() => import('./proof-dialog.js'));

type WithProof = <Value>(action: () => Promise<Value>) => Promise<Value>;

const Context = createContext<WithProof>((action) => action());

/**
 * Does what may take a proof that the person is there: where the service refuses it for that reason, one dialog asks for a
 * password, a code or a passkey, and it is done again. Rejects with `NotProven` when the dialog is closed.
 */
export function useProof(): WithProof {
  return useContext(Context);
}

export function ProofProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<{ readonly end: (isProven: boolean) => void } | null>(null);
  const withProof: WithProof = useCallback(async (action) => {
    try {
      return await action();
    } catch (cause) {
      if (!isRefusedWith(cause, 'STEP_UP_REQUIRED')) throw cause;
      const isProven = await new Promise<boolean>((end) => setAsked({ end }));
      setAsked(null);
      if (!isProven) throw new NotProven();
      return action();
    }
  }, []);
  return (
    <Context value={withProof}>
      {children}
      <Suspense>{asked && <ProofDialog onEnd={asked.end} />}</Suspense>
    </Context>
  );
}
