import type { AnyChannel, User } from '@palaver/client';
import { resources, type StoreState } from '@palaver/client/store';
import { useResource, useSelected } from '@palaver/react';
import { useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { PersonAvatar, PersonName } from '../people/person.js';
import sidebar from '../shell/sidebar.module.css';
import styles from './member-panel.module.css';

const selectOnline = ({ online }: StoreState) => online;
/** The service tells nobody that they are online themselves. */
const selectMeOnline = ({ userId, connection }: StoreState) => connection.status === 'live' && userId;

/** The members of a channel, those who are online first. */
export function MemberPanel({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const { value } = useResource(useMemo(() => resources.membersOfChannel(channel.id), [channel.id]));
  const others = useSelected(selectOnline);
  const myId = useSelected(selectMeOnline);
  const isOnline = ({ id }: User) => others.has(id) || id === myId;
  const people = [...(value?.users ?? [])].sort((a, b) => a.displayName.localeCompare(b.displayName));
  return (
    <div className={styles.panel}>
      <People title={t.online} users={people.filter(isOnline)} isOnline serverId={channel.serverId} />
      <People
        title={t.offline}
        users={people.filter((user) => !isOnline(user))}
        isOnline={false}
        serverId={channel.serverId}
      />
    </div>
  );
}

interface PeopleProps {
  readonly title: string;
  readonly users: readonly User[];
  readonly isOnline: boolean;
  readonly serverId: string | null;
}

function People({ title, users, isOnline, serverId }: PeopleProps) {
  const t = useTexts();
  if (users.length === 0) return null;
  return (
    <section>
      <h3 className={sidebar.group}>
        {title} – {users.length}
      </h3>
      <ul className={sidebar.items}>
        {users.map((user) => (
          <li key={user.id} className={styles.person} data-offline={!isOnline || undefined}>
            <PersonAvatar user={user} size="small" />
            <PersonName user={user} serverId={serverId} />
            {user.bot && <span className={styles.bot}>{t.bot}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
