import type { AnyChannel, Channel } from '@palaver/client';
import { selectUnread } from '@palaver/client/store';
import { opensMenu } from '@palaver/elements/ui/opens-menu.js';
import { useSelected } from '@palaver/react';
import { Hash, Lock, Megaphone } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { anyChannel } from '../channels/any-channel.js';
import { useTexts } from '../i18n/i18n.js';
import { openOverlay } from '../ui/overlay.js';
import { badgeOf, shownCount } from './badges.js';
import styles from './sidebar.module.css';

interface ChannelLinkProps {
  readonly channel: Channel | AnyChannel;
  readonly href: string;
  readonly icon?: ReactNode;
  /** What stands after the name. */
  readonly status?: ReactNode;
  /** The id of a text about what can be done with it. */
  readonly describedBy?: string;
}

/** A channel in a list, with what is unread of it. It has a context menu. */
export function ChannelLink({ channel, href, icon, status, describedBy }: ChannelLinkProps) {
  const t = useTexts();
  const [path] = useLocation();
  const unread = useSelected(useMemo(() => selectUnread(channel.id), [channel.id]));
  const count = badgeOf(channel, unread);
  const isUnread = (unread?.unreadCount ?? 0) > 0;
  const name = channel.displayName;
  const told = isUnread ? `${name}, ${t.unreadMessages(shownCount(unread?.unreadCount ?? 0))}` : name;
  return (
    <Link
      href={href}
      className={styles.item}
      aria-label={told}
      aria-describedby={describedBy}
      aria-current={path === href ? 'page' : undefined}
      data-unread={isUnread || undefined}
      {...opensMenu((anchor, at) =>
        openOverlay({ kind: 'channel-menu', anchor, at, channel: anyChannel(channel) }),
      )}
    >
      {icon ?? <ChannelIcon channel={channel} />}
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {status}
      {count > 0 && <span className={styles.count}>{shownCount(count)}</span>}
    </Link>
  );
}

export function ChannelIcon({ channel }: { readonly channel: Channel | AnyChannel }) {
  if (channel.isPrivate) return <Lock aria-hidden="true" />;
  if (channel.postingRole !== 'member') return <Megaphone aria-hidden="true" />;
  return <Hash aria-hidden="true" />;
}
