import type { Provider } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import styles from './account-page.module.css';
import { publicApi } from './auth-options.js';
import { beginSocial } from './social.js';
import { useSignInTexts } from './texts.js';

interface ProvidersProps {
  readonly providers: readonly Provider[];
  readonly returnPath: string;
}

/** The providers that people sign in with here. */
export function Providers({ providers, returnPath }: ProvidersProps) {
  const t = useTexts();
  const s = useSignInTexts();
  const [error, setError] = useState<string | null>(null);
  if (providers.length === 0) return null;
  return (
    <>
      <div className={styles.or}>{s.or}</div>
      {providers.map(({ name, label }) => (
        <Button
          key={name}
          look="plain"
          onClick={() =>
            beginSocial(publicApi, name, returnPath).catch((cause: unknown) => setError(sentenceOf(cause, t)))
          }
        >
          {s.withProvider(label)}
        </Button>
      ))}
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </>
  );
}
