import dialog from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { inviteCodeIn } from '../session/return-path.js';
import { writingPlace } from '../ui/writing-place.js';

interface AddServerDialogProps {
  /** What it offers first. */
  readonly begin?: 'create' | 'join';
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes a server, or leads to the page of an invite. */
export default function AddServerDialog({ begin = 'create', isOpen, onClose }: AddServerDialogProps) {
  const t = useTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();
  const [isJoining, setJoining] = useState(begin === 'join');

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
      focusAfter={writingPlace}
    >
      <div className={dialog.tabs}>
        <button type="button" aria-pressed={!isJoining} onClick={() => setJoining(false)}>
          {t.createServer}
        </button>
        <button type="button" aria-pressed={isJoining} onClick={() => setJoining(true)}>
          {t.joinServer}
        </button>
      </div>
      {isJoining ? (
        <Field label={t.inviteCode} name="code" required autoComplete="off" />
      ) : (
        <>
          <p>{t.createServerHint}</p>
          <Field label={t.serverName} name="name" required maxLength={100} autoComplete="off" />
        </>
      )}
    </FormDialog>
  );
}
