import { resources, type StoreState } from '@palaver/client/store';
import { useResource, useSelected } from '@palaver/react';
import { SquarePen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Avatar } from '../ui/avatar.js';
import { IconButton } from '../ui/button.js';
import { ChannelLink } from './channel-link.js';
import { PersonFoot } from './person-foot.js';
import styles from './sidebar.module.css';

const selectMyId = ({ userId }: StoreState) => userId;
const selectOnline = ({ online }: StoreState) => online;

const NewDmDialog = lazy(() => import('./new-dm-dialog.js'));

/** The direct messages. */
export function DmSidebar() {
  const t = useTexts();
  const { value, status } = useResource(resources.dms);
  const myId = useSelected(selectMyId);
  const [isOpen, setOpen] = useState(false);
  const online = useSelected(selectOnline);
  const items = value?.items ?? [];
  return (
    <section className={styles.sidebar} aria-label={t.directMessages}>
      <header className={styles.head}>
        <h2>{t.directMessages}</h2>
        <IconButton label={t.newDm} onClick={() => setOpen(true)}>
          <SquarePen aria-hidden="true" />
        </IconButton>
      </header>
      <nav className={styles.list} aria-label={t.directMessages}>
        {items.length === 0 && <p className={styles.empty}>{status === 'loading' ? t.loading : t.noDms}</p>}
        <ul className={styles.items}>
          {items.map((dm) => {
            const other = dm.members.find(({ id }) => id !== myId) ?? dm.members[0];
            return (
              <li key={dm.id}>
                <ChannelLink
                  channel={dm}
                  href={`/dms/${dm.id}`}
                  icon={other && <Avatar user={other} size="small" isOnline={online.has(other.id)} />}
                />
              </li>
            );
          })}
        </ul>
      </nav>
      <PersonFoot />
      <Suspense>{isOpen && <NewDmDialog onClose={() => setOpen(false)} />}</Suspense>
    </section>
  );
}
