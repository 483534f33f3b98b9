import { resources, type StoreState } from '@palaver/client/store';
import { PersonAvatar, StatusEmoji } from '@palaver/elements/people/person.js';
import { IconButton } from '@palaver/elements/ui/button.js';
import { useResource, useSelected } from '@palaver/react';
import { SquarePen } from 'lucide-react';
import { HomeLinks } from '../home/home-links.js';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { ChannelList } from './channel-list.js';
import type { ListRow } from './list-row.js';
import { PersonFoot } from './person-foot.js';
import styles from './sidebar.module.css';

const selectMyId = ({ userId }: StoreState) => userId;

/** The ways to what has come for the person, and the direct messages. */
export function DmSidebar() {
  const t = useTexts();
  const { value, status } = useResource(resources.dms);
  const myId = useSelected(selectMyId);
  const items = value?.items ?? [];
  const rows: readonly ListRow[] = [
    { key: 'heading', heading: t.directMessages },
    ...items.map((channel) => {
      const other = channel.members.find(({ id }) => id !== myId) ?? channel.members[0];
      return {
        key: channel.id,
        channel,
        href: `/dms/${channel.id}`,
        icon: other && <PersonAvatar user={other} size="small" />,
        status: other && channel.members.length <= 2 && <StatusEmoji user={other} />,
      };
    }),
  ];
  const note = items.length > 0 ? null : status === 'loading' ? t.loading : t.noDms;
  return (
    <section className={styles.sidebar} aria-label={t.directMessages} data-region>
      <header className={styles.head}>
        <h2>{t.home}</h2>
        <IconButton label={t.newDm} onClick={() => openDialog({ kind: 'new-dm' })}>
          <SquarePen aria-hidden="true" />
        </IconButton>
      </header>
      <HomeLinks />
      <ChannelList rows={rows} label={t.directMessages} note={note} />
      <PersonFoot />
    </section>
  );
}
