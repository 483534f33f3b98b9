import { resources } from '@palaver/client/store';
import styles from '@palaver/elements/channels/sidebar.module.css';
import { PersonAvatar, StatusEmoji } from '@palaver/elements/people/person.js';
import { late } from '@palaver/elements/ui/late.js';
import { LateMenu } from '@palaver/elements/ui/late-menu.js';
import { useResource } from '@palaver/react';
import { Settings } from 'lucide-react';
import { useTexts } from '../i18n/i18n.js';
import { SwitcherButton } from './switcher-button.js';

const loadMenu = () => import('./settings-menu.js');
const SettingsMenu = late(loadMenu);

/** Who is signed in, with the settings of this device. */
export function PersonFoot() {
  const t = useTexts();
  const { value: me } = useResource(resources.me);
  return (
    <footer className={styles.foot}>
      {me && <PersonAvatar user={me} />}
      <span className={styles.who} dir="auto">
        {me?.displayName} {me && <StatusEmoji user={me} />}
        <small>{me && `@${me.username}`}</small>
      </span>
      <SwitcherButton />
      <LateMenu label={t.settings} icon={<Settings aria-hidden="true" />} load={loadMenu}>
        <SettingsMenu />
      </LateMenu>
    </footer>
  );
}
