import type { AnyChannel } from '@palaver/client';
import type { StoreState } from '@palaver/client/store';
import sidebar from '@palaver/elements/channels/sidebar.module.css';
import { PersonAvatar, PersonName } from '@palaver/elements/people/person.js';
import { useListKeys } from '@palaver/elements/ui/list-keys.js';
import { useSelected } from '@palaver/react';
import { useMemo } from 'react';
import { Virtualizer } from 'virtua';
import { AddPeopleButton } from '../channels/add-people-button.js';
import { useAllMembers } from '../channels/use-all-members.js';
import { useI18n } from '../i18n/i18n.js';
import { PersonMenuButton } from '../people/person-menu-button.js';
import styles from './member-panel.module.css';
import { memberRows } from './member-rows.js';

const selectOnline = ({ online }: StoreState) => online;
/** The service tells nobody that they are online themselves. */
const selectMeOnline = ({ userId, connection }: StoreState) => connection.status === 'live' && userId;

/** The members of a channel, those who are online first. */
export default function MemberPanel({ channel }: { readonly channel: AnyChannel }) {
  const { t, locale } = useI18n();
  const others = useSelected(selectOnline);
  const myId = useSelected(selectMeOnline);
  const users = useAllMembers(channel.id);
  const keys = useListKeys('li');
  const rows = useMemo(
    () => memberRows(users ?? [], ({ id }) => others.has(id) || id === myId, t, locale),
    [users, others, myId, t, locale],
  );
  return (
    <div className={styles.panel} {...keys}>
      <AddPeopleButton channel={channel} />
      <Virtualizer data={rows} as="ul" item="li">
        {(row) =>
          'heading' in row ? (
            <h3 key={row.key} className={sidebar.group}>
              {row.heading}
            </h3>
          ) : (
            <div key={row.key} className={styles.person} data-offline={!row.isOnline || undefined}>
              <PersonAvatar user={row.user} size="small" />
              <PersonName user={row.user} serverId={channel.serverId} channel={channel} />
              {row.user.bot && <span className={styles.bot}>{t.bot}</span>}
              <PersonMenuButton user={row.user} channel={channel} className={styles.menu} />
            </div>
          )
        }
      </Virtualizer>
    </div>
  );
}
