import { followedThreads } from '@palaver/client/personal';
import { resources, type StoreState, selectInbox, stateOf } from '@palaver/client/store';
import { shownCount } from '@palaver/elements/channels/badges.js';
import styles from '@palaver/elements/channels/sidebar.module.css';
import { useListKeys } from '@palaver/elements/ui/list-keys.js';
import { useSelected, useWatched } from '@palaver/react';
import { Bell, Bookmark, MessagesSquare, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { unreadThreads } from './unread-threads.js';

const selectUnreadItems = (state: StoreState) => selectInbox(state).unreadCount;
const selectUnreadThreads = (state: StoreState) =>
  unreadThreads(stateOf(state, followedThreads).value?.items ?? []).length;
const selectWaiting = (state: StoreState) => stateOf(state, resources.scheduledMessages).value?.length ?? 0;

/** The ways to the pages that are of no channel. */
export function HomeLinks() {
  const keys = useListKeys('li');
  const t = useTexts();
  useWatched(followedThreads);
  useWatched(resources.scheduledMessages);
  const items = useSelected(selectUnreadItems);
  const threads = useSelected(selectUnreadThreads);
  const waiting = useSelected(selectWaiting);
  return (
    <nav className={styles.home} aria-label={t.inbox}>
      <ul className={styles.items} {...keys}>
        <HomeLink href="/inbox" name={t.inbox} icon={<Bell aria-hidden="true" />} unread={items} />
        <HomeLink
          href="/threads"
          name={t.threads}
          icon={<MessagesSquare aria-hidden="true" />}
          unread={threads}
        />
        <HomeLink href="/saved" name={t.savedMessages} icon={<Bookmark aria-hidden="true" />} />
        <HomeLink
          href="/later"
          name={t.draftsAndScheduled}
          icon={<PencilLine aria-hidden="true" />}
          count={waiting}
        />
      </ul>
    </nav>
  );
}

interface HomeLinkProps {
  readonly href: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly unread?: number;
  /** How many there are, of what nobody has to read. */
  readonly count?: number;
}

function HomeLink({ href, name, icon, unread = 0, count = 0 }: HomeLinkProps) {
  const t = useTexts();
  const [path] = useLocation();
  return (
    <li>
      <Link
        href={href}
        className={styles.item}
        aria-label={unread > 0 ? `${name}, ${t.unreadMessages(String(unread))}` : name}
        aria-current={path === href ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
      >
        {icon}
        <span className={styles.name}>{name}</span>
        {unread > 0 && <span className={styles.count}>{shownCount(unread)}</span>}
        {unread === 0 && count > 0 && <span className={styles.quiet}>{count}</span>}
      </Link>
    </li>
  );
}
