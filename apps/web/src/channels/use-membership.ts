import type { Channel } from '@palaver/client';
import { selectUnread } from '@palaver/client/store';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useSelected, useStore } from '@palaver/react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { openDialog } from '../ui/opened-dialog.js';
import { tell } from '../ui/tell.js';
import { useChannelsTexts } from './texts.js';

/** Whether the person is in a channel, and the ways in and out. Both are told. */
export function useMembership(channel: Channel) {
  const s = useChannelsTexts();
  const { api } = useStore().client;
  const attempt = useAttempt();
  const [path, navigate] = useLocation();
  const { id: channelId, serverId, displayName: name } = channel;
  const isMember = useSelected(useMemo(() => selectUnread(channelId), [channelId])) !== null;

  async function joinNow() {
    if (serverId === null) return;
    await api.channels.join.mutate({ serverId, channelId });
    tell(s.joined(name));
  }

  async function leaveNow() {
    if (serverId === null) return;
    await api.channels.leave.mutate({ serverId, channelId });
    tell(s.left(name));
    // A private channel is gone for who has left it.
    if (channel.isPrivate && path.endsWith(channelId)) navigate(`/servers/${serverId}`);
  }

  return {
    isMember,
    leaveNow,
    join: () => attempt(joinNow()),
    /** Leaves a public channel at once; for a private one, the person is asked. */
    leave: () => {
      if (channel.isPrivate) openDialog({ kind: 'leave-channel', channel: { ...channel, members: null } });
      else void attempt(leaveNow());
    },
  };
}
