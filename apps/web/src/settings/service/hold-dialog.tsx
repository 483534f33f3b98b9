import type { AdminServer } from '@palaver/client';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { useProof } from '../shared/proof.js';
import { useAdminTexts } from './texts.js';

interface HoldDialogProps {
  /** The server that is to be held; null for a channel, whose id is asked for: admins see no channels. */
  readonly server: Pick<AdminServer, 'id' | 'name'> | null;
  readonly onClose: () => void;
  readonly onDone?: () => Promise<void>;
}

/** Puts a legal hold on a server or a channel. */
export function HoldDialog({ server, onClose, onDone }: HoldDialogProps) {
  const s = useAdminTexts();
  const { client } = useStore();
  const withProof = useProof();
  async function put(form: FormData) {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const what = server === null ? { channelId: text('channelId') } : { serverId: server.id };
    await withProof(() => client.api.admin.createHold.mutate({ ...what, reason: text('reason') }));
    await onDone?.();
  }
  return (
    <FormDialog
      title={server === null ? s.holdChannel : s.holdOf(server.name)}
      action={s.holdServer}
      isOpen
      onClose={onClose}
      onSubmit={put}
    >
      {server === null && <Field label={s.channelId} name="channelId" required autoComplete="off" />}
      <Field label={s.holdReason} name="reason" required maxLength={512} autoComplete="off" />
    </FormDialog>
  );
}
