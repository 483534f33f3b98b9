import type { AnyChannel } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { useMyMembership } from '@palaver/elements/people/my-role.js';
import { Button } from '@palaver/elements/ui/button.js';
import { useSelected } from '@palaver/react';
import { Link as LinkIcon, Settings, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { actsOnChannel } from '../channels/acts-on-channel.js';
import { useChannelsTexts } from '../channels/texts.js';
import { useMembership } from '../channels/use-membership.js';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import styles from './channel-beginning.module.css';

/** What a channel is about, and what one does first in it. */
export default function ChannelBeginning({ channel }: { readonly channel: AnyChannel }) {
  const s = useChannelsTexts();
  const isEmpty = useSelected(useMemo(() => isEmptyIn(channel.id), [channel.id]));
  const { topic, serverId } = channel;
  return (
    <div className={styles.beginning}>
      {topic !== null && topic !== '' && <p dir="auto">{topic}</p>}
      {serverId !== null && <Ways channel={channel} serverId={serverId} />}
      {isEmpty && !channel.archived && <p>{s.writeTheFirst}</p>}
    </div>
  );
}

function Ways({ channel, serverId }: { readonly channel: AnyChannel; readonly serverId: string }) {
  const t = useTexts();
  const s = useChannelsTexts();
  const [, navigate] = useLocation();
  const { isMember } = useMembership(channel);
  const { role = null, timedOutUntil = null } = useMyMembership(serverId) ?? {};
  const acts = actsOnChannel(channel, { role, timedOutUntil, isMember });
  return (
    <div className={styles.ways}>
      {acts.addPeople && (
        <Button look="plain" onClick={() => openDialog({ kind: 'add-people', channel })}>
          <UserPlus aria-hidden="true" /> {t.addPeople}
        </Button>
      )}
      <Button look="plain" onClick={() => openDialog({ kind: 'invite', serverId })}>
        <LinkIcon aria-hidden="true" /> {s.inviteToServer}
      </Button>
      {acts.manage && !channel.topic && (
        <Button look="plain" onClick={() => navigate(`/servers/${serverId}/settings/channels`)}>
          <Settings aria-hidden="true" /> {s.setTopic}
        </Button>
      )}
    </div>
  );
}

function isEmptyIn(channelId: string): (state: StoreState) => boolean {
  return (state) => stateOf(state, resources.messagesOf(channelId)).value?.items.length === 0;
}
