import { Button } from '@palaver/elements/ui/button.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import styles from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';

interface InviteDialogProps {
  readonly serverId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes a link that lets people join. */
export default function InviteDialog({ serverId, isOpen, onClose }: InviteDialogProps) {
  const t = useTexts();
  const { client } = useStore();
  const [link, setLink] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isOpen || link !== '') return;
    client.api.servers.createInvite.mutate({ serverId }).then(
      ({ code }) => setLink(`${location.origin}/invites/${code}`),
      (cause: unknown) => setError(sentenceOf(cause, t)),
    );
  }, [isOpen, link, client, serverId, t]);

  async function copy() {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  }

  return (
    <Dialog title={t.invitePeople} isOpen={isOpen} onClose={onClose}>
      <div className={styles.form}>
        <Field label={t.inviteHint} value={link} readOnly onFocus={(event) => event.target.select()} />
        {error !== null && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <Button onClick={copy} disabled={link === ''}>
          {isCopied ? t.copied : t.copy}
        </Button>
      </div>
    </Dialog>
  );
}
