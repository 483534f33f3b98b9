import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { inviteCodeIn } from '../session/return-path.js';

interface AddServerDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes a server, or leads to the page of an invite. */
export default function AddServerDialog({ isOpen, onClose }: AddServerDialogProps) {
  const t = useTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();
  const [isJoining, setJoining] = useState(false);

  async function create(form: FormData) {
    const name = String(form.get('name') ?? '').trim();
    const { id } = await client.api.servers.create.mutate({ name });
    navigate(`/servers/${id}`);
  }

  async function join(form: FormData) {
    const code = inviteCodeIn(String(form.get('code') ?? ''));
    navigate(`/invites/${encodeURIComponent(code)}`);
  }

  return (
    <FormDialog
      title={isJoining ? t.joinServer : t.createServer}
      action={isJoining ? t.join : t.create}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={isJoining ? join : create}
    >
      {isJoining ? (
        <Field label={t.inviteCode} name="code" required autoComplete="off" />
      ) : (
        <>
          <p>{t.createServerHint}</p>
          <Field label={t.serverName} name="name" required maxLength={100} autoComplete="off" />
        </>
      )}
      <Button look="plain" onClick={() => setJoining(!isJoining)}>
        {isJoining ? t.createServer : t.joinServer}
      </Button>
    </FormDialog>
  );
}
