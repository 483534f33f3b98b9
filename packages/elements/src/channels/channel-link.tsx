import type { AnyChannel, Channel } from '@palaver/client';
import { selectUnread } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { Hash, Lock, Megaphone } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { opensMenu } from '../ui/opens-menu.js';
import { PlaceLink } from '../ui/place-link.js';
import { anyChannel } from './any-channel.js';
import { badgeOf, shownCount } from './badges.js';
import styles from './sidebar.module.css';

const CurrentChannel = createContext<string | null>(null);

/** Says which channel is open. */
export const CurrentChannelProvider = CurrentChannel.Provider;

interface ChannelLinkProps {
  readonly channel: Channel | AnyChannel;
  readonly icon?: ReactNode;
  /** What stands after the name. */
  readonly status?: ReactNode;
  /** The id of a text about what can be done with it. */
  readonly describedBy?: string;
}

/** A channel in a list, with what is unread of it. It may have a context menu. */
export function ChannelLink({ channel, icon, status, describedBy }: ChannelLinkProps) {
  const t = useTexts();
  const { openChannelMenu } = useChatHost();
  const isCurrent = useContext(CurrentChannel) === channel.id;
  const unread = useSelected(useMemo(() => selectUnread(channel.id), [channel.id]));
  const count = badgeOf(channel, unread);
  const isUnread = (unread?.unreadCount ?? 0) > 0;
  const name = channel.displayName;
  const told = isUnread ? `${name}, ${t.unreadMessages(shownCount(unread?.unreadCount ?? 0))}` : name;
  return (
    <PlaceLink
      to={{ serverId: channel.serverId, channelId: channel.id }}
      className={styles.item}
      aria-label={told}
      aria-describedby={describedBy}
      aria-current={isCurrent ? 'page' : undefined}
      data-unread={isUnread || undefined}
      {...(openChannelMenu &&
        opensMenu((anchor, at) => openChannelMenu({ anchor, at, channel: anyChannel(channel) })))}
    >
      {icon ?? <ChannelIcon channel={channel} />}
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {status}
      {count > 0 && <span className={styles.count}>{shownCount(count)}</span>}
    </PlaceLink>
  );
}

export function ChannelIcon({ channel }: { readonly channel: Channel | AnyChannel }) {
  if (channel.isPrivate) return <Lock aria-hidden="true" />;
  if (channel.postingRole !== 'member') return <Megaphone aria-hidden="true" />;
  return <Hash aria-hidden="true" />;
}
