import { type InvitePreview, isPalaverError } from '@palaver/client';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { ButtonLink } from '../ui/button-link.js';
import styles from './account-page.module.css';
import { publicApi, useAuthOptions } from './auth-options.js';
import { queryFor } from './return-path.js';
import { useSignInTexts } from './texts.js';

/** Shows somebody who is not signed in where they are invited to, and leads to an account. */
export default function InvitedPage({ code }: { readonly code: string }) {
  const t = useTexts();
  const s = useSignInTexts();
  const options = useAuthOptions();
  const { invite, error } = usePreview(code);
  const isClosed = options?.registration === 'closed';
  // An invite that is gone leads to the front of the service.
  const query = queryFor(error === null ? `/invites/${encodeURIComponent(code)}` : '/');
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        {invite === null ? (
          <img src="/icon.svg" alt="" width="48" height="48" />
        ) : (
          <Avatar
            user={{
              id: invite.server.id,
              displayName: invite.server.name,
              avatarPath: invite.server.iconPath,
            }}
            size="large"
          />
        )}
        {error === null && invite === null && <p className={styles.text}>{t.loading}</p>}
        {error !== null && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        {invite !== null && (
          <div>
            <h1 dir="auto">{t.invitedTo(invite.server.name)}</h1>
            <p className={styles.text}>{t.members(invite.server.memberCount)}</p>
          </div>
        )}
        {isClosed ? (
          <p className={styles.text}>{s.registrationClosed}</p>
        ) : (
          <ButtonLink href={`/register${query}`}>{t.signUp}</ButtonLink>
        )}
        <p className={styles.other}>
          {t.haveAccount} <Link href={`/login${query}`}>{t.signIn}</Link>
        </p>
      </div>
    </main>
  );
}

function usePreview(code: string) {
  const t = useTexts();
  const [invite, setInvite] = useState<InvitePreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    publicApi.servers.getInvite.query({ code }).then(
      (found) => isShown && setInvite(found),
      (cause) => isShown && setError(isPalaverError(cause) ? t.inviteGone : t.somethingWrong),
    );
    return () => {
      isShown = false;
    };
  }, [code, t]);
  return { invite, error };
}
