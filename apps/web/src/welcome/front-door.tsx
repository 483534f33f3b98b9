import { useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { publicApi } from '../session/auth-options.js';
import { isWelcomed } from '../session/welcomed.js';

/** Sends who opens the service to the first run while it has no owner, and else to the sign-in. */
export function FrontDoor() {
  const [to, setTo] = useState<string | null>(() => (isWelcomed() ? '/login' : null));
  useEffect(() => {
    publicApi.auth.options.query().then(
      ({ awaitsAdmin }) => setTo(awaitsAdmin ? '/welcome' : '/login'),
      () => setTo('/login'),
    );
  }, []);
  return to && <Redirect to={to} replace />;
}
