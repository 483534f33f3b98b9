import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { lazy, Suspense } from 'react';
import { Avatar } from '../ui/avatar.js';
import styles from './sidebar.module.css';

const SettingsMenu = lazy(() => import('./settings-menu.js'));

/** Who is signed in, with the settings of this device. */
export function PersonFoot() {
  const { value: me } = useResource(resources.me);
  return (
    <footer className={styles.foot}>
      {me && <Avatar user={me} isOnline />}
      <span className={styles.who} dir="auto">
        {me?.displayName}
        <small>{me && `@${me.username}`}</small>
      </span>
      <Suspense>
        <SettingsMenu />
      </Suspense>
    </footer>
  );
}
