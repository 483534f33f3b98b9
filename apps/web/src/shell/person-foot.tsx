import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { Suspense } from 'react';
import { PersonAvatar, StatusEmoji } from '../people/person.js';
import { afterMessages } from '../ui/first-messages.js';
import { late } from '../ui/late.js';
import styles from './sidebar.module.css';

const SettingsMenu = late(afterMessages(() => import('./settings-menu.js')));

/** Who is signed in, with the settings of this device. */
export function PersonFoot() {
  const { value: me } = useResource(resources.me);
  return (
    <footer className={styles.foot}>
      {me && <PersonAvatar user={me} />}
      <span className={styles.who} dir="auto">
        {me?.displayName} {me && <StatusEmoji user={me} />}
        <small>{me && `@${me.username}`}</small>
      </span>
      <Suspense>
        <SettingsMenu />
      </Suspense>
    </footer>
  );
}
