import { useStore } from '@palaver/react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import dialog from '../ui/dialog.module.css';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';

interface CreateChannelDialogProps {
  readonly serverId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export default function CreateChannelDialog({ serverId, isOpen, onClose }: CreateChannelDialogProps) {
  const t = useTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();

  async function create(form: FormData) {
    const name = String(form.get('name') ?? '').trim();
    const isPrivate = form.get('private') !== null;
    const { id } = await client.api.channels.create.mutate({ serverId, name, isPrivate });
    navigate(`/servers/${serverId}/channels/${id}`);
  }

  return (
    <FormDialog title={t.createChannel} action={t.create} isOpen={isOpen} onClose={onClose} onSubmit={create}>
      <Field label={t.channelName} name="name" required autoComplete="off" />
      <label className={dialog.check}>
        <input type="checkbox" name="private" />
        {t.privateChannel}
      </label>
    </FormDialog>
  );
}
