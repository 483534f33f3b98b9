import { type AuthOptions, createPalaverClient } from '@palaver/client';
import { useEffect, useState } from 'react';

/** The calls of somebody who has not signed in. */
export const { api: publicApi } = createPalaverClient({ url: location.origin, maxRetries: 2 });

/** How people get an account here, and sign in to it; null until the service has answered. */
export function useAuthOptions(): AuthOptions | null {
  const [options, setOptions] = useState<AuthOptions | null>(null);
  useEffect(() => {
    let isShown = true;
    // Without an answer the page has its fields for a name and a password all the same.
    publicApi.auth.options.query().then(
      (answer) => isShown && setOptions(answer),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, []);
  return options;
}
