import type { AnyChannel, User } from '@palaver/client';
import { resources, type StoreState } from '@palaver/client/store';
import { useResource, useSelected } from '@palaver/react';
import { useMemo } from 'react';
import { Virtualizer } from 'virtua';
import { useI18n } from '../i18n/i18n.js';
import { PersonAvatar, PersonName } from '../people/person.js';
import sidebar from '../shell/sidebar.module.css';
import styles from './member-panel.module.css';

const selectOnline = ({ online }: StoreState) => online;
/** The service tells nobody that they are online themselves. */
const selectMeOnline = ({ userId, connection }: StoreState) => connection.status === 'live' && userId;

/** The members of a channel, those who are online first. */
export default function MemberPanel({ channel }: { readonly channel: AnyChannel }) {
  const { t, locale } = useI18n();
  const { value } = useResource(useMemo(() => resources.membersOfChannel(channel.id), [channel.id]));
  const others = useSelected(selectOnline);
  const myId = useSelected(selectMeOnline);
  const isOnline = ({ id }: User) => others.has(id) || id === myId;
  const users = value?.users;
  const people = useMemo(() => [...(users ?? [])].sort(byNameIn(locale)), [users, locale]);
  const offline = people.filter((user) => !isOnline(user));
  const rows: readonly MemberRow[] = [
    ...section(t.online, people.filter(isOnline), true),
    ...section(t.offline, offline, false),
  ];
  return (
    <div className={styles.panel}>
      <Virtualizer data={rows} as="ul" item="li">
        {(row) =>
          'heading' in row ? (
            <h3 key={row.key} className={sidebar.group}>
              {row.heading}
            </h3>
          ) : (
            <div key={row.key} className={styles.person} data-offline={!row.isOnline || undefined}>
              <PersonAvatar user={row.user} size="small" />
              <PersonName user={row.user} serverId={channel.serverId} />
              {row.user.bot && <span className={styles.bot}>{t.bot}</span>}
            </div>
          )
        }
      </Virtualizer>
    </div>
  );
}

type MemberRow = { readonly key: string } & (
  | { readonly heading: string }
  | { readonly user: User; readonly isOnline: boolean }
);

function byNameIn(locale: string): (a: User, b: User) => number {
  const { compare } = new Intl.Collator(locale);
  return (a, b) => compare(a.displayName, b.displayName);
}

function section(title: string, users: readonly User[], isOnline: boolean): readonly MemberRow[] {
  if (users.length === 0) return [];
  const people = users.map((user) => ({ key: user.id, user, isOnline }));
  return [{ key: title, heading: `${title} – ${users.length}` }, ...people];
}
