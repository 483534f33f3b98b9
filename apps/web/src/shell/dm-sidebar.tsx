import { ChannelList } from '@palaver/elements/channels/channel-list.js';
import styles from '@palaver/elements/channels/sidebar.module.css';
import { useDmRows } from '@palaver/elements/channels/use-dm-rows.js';
import { IconButton } from '@palaver/elements/ui/button.js';
import { SquarePen } from 'lucide-react';
import { HomeLinks } from '../home/home-links.js';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { PersonFoot } from './person-foot.js';
import { useChannelKeys } from './use-channel-keys.js';
import { useCurrentChannelId } from './use-current-channel-id.js';

/** The ways to what has come for the person, and the direct messages. */
export function DmSidebar() {
  const t = useTexts();
  const { rows, status } = useDmRows();
  const currentId = useCurrentChannelId();
  useChannelKeys(rows);
  const note = rows.length > 1 ? null : status === 'loading' ? t.loading : t.noDms;
  return (
    <section className={styles.sidebar} aria-label={t.directMessages} data-region>
      <header className={styles.head}>
        <h2>{t.home}</h2>
        <IconButton label={t.newDm} onClick={() => openDialog({ kind: 'new-dm' })}>
          <SquarePen aria-hidden="true" />
        </IconButton>
      </header>
      <HomeLinks />
      <ChannelList rows={rows} currentId={currentId} label={t.directMessages} note={note} />
      <PersonFoot />
    </section>
  );
}
