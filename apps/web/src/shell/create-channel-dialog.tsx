import dialog from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { useLocation } from 'wouter';
import { anyChannel } from '../channels/any-channel.js';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { writingPlace } from '../ui/writing-place.js';

interface CreateChannelDialogProps {
  readonly serverId: string;
  readonly onClose: () => void;
}

export default function CreateChannelDialog({ serverId, onClose }: CreateChannelDialogProps) {
  const t = useTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();

  async function create(form: FormData) {
    const name = String(form.get('name') ?? '').trim();
    const isPrivate = form.get('private') !== null;
    const channel = await client.api.channels.create.mutate({ serverId, name, isPrivate });
    navigate(`/servers/${serverId}/channels/${channel.id}`);
    if (!isPrivate) return true;
    // Nobody else sees it yet: the next dialog takes the place of this one.
    openDialog({ kind: 'add-people', channel: anyChannel(channel) });
    return false;
  }

  return (
    <FormDialog
      title={t.createChannel}
      action={t.create}
      isOpen
      onClose={onClose}
      onSubmit={create}
      focusAfter={writingPlace}
    >
      <Field label={t.channelName} name="name" required autoComplete="off" />
      <label className={dialog.check}>
        <input type="checkbox" name="private" />
        {t.privateChannel}
      </label>
    </FormDialog>
  );
}
