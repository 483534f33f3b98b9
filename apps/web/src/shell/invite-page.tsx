import { type InvitePreview, isPalaverError } from '@palaver/client';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useServers, useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import styles from './start-page.module.css';

/** Shows where one is invited to, and leads there who is in already. */
export function InvitePage({ code }: { readonly code: string }) {
  const t = useTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();
  const { status, servers } = useServers();
  const [invite, setInvite] = useState<InvitePreview | null>(null);
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
      setError(sentenceOf(cause, t));
    }
  }

  if (invite !== null && servers.some(({ id }) => id === invite.server.id))
    return <Redirect to={`/servers/${invite.server.id}`} replace />;
  const isKnown = invite !== null && status !== 'loading';
  return (
    <main className={styles.page}>
      {error !== null && <p role="alert">{error}</p>}
      {error === null && !isKnown && <p>{t.loading}</p>}
      {isKnown && (
        <>
          <Avatar
            user={{
              id: invite.server.id,
              displayName: invite.server.name,
              avatarPath: invite.server.iconPath,
            }}
            size="large"
          />
          <h1 dir="auto">{t.invitedTo(invite.server.name)}</h1>
          <p>{t.members(invite.server.memberCount)}</p>
          <Button onClick={accept}>{t.acceptInvite}</Button>
        </>
      )}
    </main>
  );
}
