import { isPalaverError, type PalaverOutputs } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import styles from './start-page.module.css';

type Invite = PalaverOutputs['servers']['getInvite'];

/** Shows where one is invited to. */
export function InvitePage({ code }: { readonly code: string }) {
  const t = useTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();
  const [invite, setInvite] = useState<Invite | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    client.api.servers.getInvite
      .query({ code })
      .then(setInvite, (cause) => setError(isPalaverError(cause) ? t.inviteGone : t.somethingWrong));
  }, [client, code, t]);

  async function accept() {
    try {
      const { id } = await client.api.servers.acceptInvite.mutate({ code });
      navigate(`/servers/${id}`, { replace: true });
    } catch (cause) {
      setError(isPalaverError(cause) ? cause.message : t.somethingWrong);
    }
  }

  return (
    <main className={styles.page}>
      {error !== null && <p role="alert">{error}</p>}
      {error === null && invite === null && <p>{t.loading}</p>}
      {invite !== null && (
        <>
          <h1 dir="auto">{t.invitedTo(invite.server.name)}</h1>
          <p>{t.members(invite.server.memberCount)}</p>
          <Button onClick={accept}>{t.acceptInvite}</Button>
        </>
      )}
    </main>
  );
}
