import type { Server } from '@palaver/client';
import { resources, selectUnreadOf } from '@palaver/client/store';
import { badgeOfServer, nameWithCount, shownCount } from '@palaver/elements/channels/badges.js';
import { colourOf, initials } from '@palaver/elements/ui/avatar.js';
import { useListKeys } from '@palaver/elements/ui/list-keys.js';
import { useResource, useSelected } from '@palaver/react';
import { MessageCircle, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { lastChannelOf } from './last-channel.js';
import styles from './server-rail.module.css';

/** The servers, and direct messages above them. */
export function ServerRail() {
  const t = useTexts();
  const { value } = useResource(resources.servers);
  const keys = useListKeys('a, button');
  return (
    <nav className={styles.rail} aria-label={t.servers} data-region {...keys}>
      <RailLink
        href="/dms"
        isCurrent={(path) => !path.startsWith('/servers')}
        label={t.directMessages}
        serverId={null}
      >
        <MessageCircle aria-hidden="true" />
      </RailLink>
      <hr />
      {[...(value?.items ?? [])].reverse().map((server) => (
        <ServerLink key={server.id} server={server} />
      ))}
      <button
        type="button"
        className={styles.add}
        aria-label={t.createServer}
        title={t.createServer}
        onClick={() => openDialog({ kind: 'add-server' })}
      >
        <Plus aria-hidden="true" />
      </button>
    </nav>
  );
}

function ServerLink({ server: { id, name, iconPath } }: { readonly server: Server }) {
  const last = lastChannelOf(id);
  const href = `/servers/${id}${last === null ? '' : `/channels/${last}`}`;
  return (
    <RailLink href={href} isCurrent={(path) => path.startsWith(`/servers/${id}`)} label={name} serverId={id}>
      <span className={styles.initials} style={{ background: colourOf(id) }}>
        {iconPath === null ? initials(name) : <img src={iconPath} alt="" draggable={false} />}
      </span>
    </RailLink>
  );
}

interface RailLinkProps {
  readonly href: string;
  readonly label: string;
  readonly serverId: string | null;
  readonly isCurrent: (path: string) => boolean;
  readonly children: React.ReactNode;
}

function RailLink({ href, label, serverId, isCurrent, children }: RailLinkProps) {
  const t = useTexts();
  const [path] = useLocation();
  const unread = useSelected(useMemo(() => selectUnreadOf(serverId), [serverId]));
  const count = badgeOfServer(serverId, unread);
  const current = isCurrent(path);
  return (
    <Link
      href={href}
      className={styles.link}
      title={label}
      aria-label={nameWithCount(label, count, t)}
      aria-current={current ? 'page' : undefined}
      data-unread={unread.channels > 0 || undefined}
    >
      {children}
      {count > 0 && <span className={styles.badge}>{shownCount(count)}</span>}
    </Link>
  );
}
