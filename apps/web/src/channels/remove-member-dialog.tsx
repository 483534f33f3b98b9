import type { AnyChannel, User } from '@palaver/client';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { tell } from '../ui/tell.js';
import { useChannelsTexts } from './texts.js';

interface RemoveMemberDialogProps {
  readonly channel: AnyChannel;
  readonly user: User;
  readonly onClose: () => void;
}

/** Asks whether somebody is to be removed from a channel of a server, and does it. */
export default function RemoveMemberDialog({ channel, user, onClose }: RemoveMemberDialogProps) {
  const s = useChannelsTexts();
  const { api } = useStore().client;
  const { id: channelId, serverId, displayName: name } = channel;

  async function remove() {
    if (serverId === null) return;
    await api.channels.removeMember.mutate({ serverId, channelId, userId: user.id });
    tell(s.removed(user.displayName, name));
  }

  return (
    <FormDialog
      title={s.removeTitle(user.displayName, name)}
      action={s.removeButton}
      look="danger"
      isOpen
      onClose={onClose}
      onSubmit={remove}
    >
      <p>{s.removeHint}</p>
    </FormDialog>
  );
}
