import { resources } from '@palaver/client/store';
import { Button, IconButton } from '@palaver/elements/ui/button.js';
import { late } from '@palaver/elements/ui/late.js';
import { useResource } from '@palaver/react';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { isWithin, lastVisited } from '../settings/shared/last-place.js';
import styles from './start-page.module.css';
import { waitingPlace } from './waiting-place.js';

const AddServerDialog = late(() => import('./add-server-dialog.js'));

/** Where no channel is chosen. */
export function StartPage({ openMenu }: { readonly openMenu: () => void }) {
  const t = useTexts();
  const { value } = useResource(resources.servers);
  const [adding, setAdding] = useState<'create' | 'join' | null>(null);
  const isEmpty = value?.items.length === 0;
  const dms = useResource(resources.dms).value;
  const unread = useResource(resources.unread).value;
  const [path] = useLocation();
  // In a server, its first channel is opened in a moment.
  const isListed = value !== null && !path.startsWith('/servers/');
  const last = path === '/' ? lastVisited() : null;
  // The place may be of another account, or gone.
  const places = [
    ...(value?.items ?? []).map(({ id }) => `/servers/${id}`),
    ...(dms?.items ?? []).map(({ id }) => `/dms/${id}`),
  ];
  const goesOn = last !== null && isWithin(last, places);
  // Who makes a server is led into it.
  const isChoice = isListed && dms !== null && !isEmpty && !goesOn && adding === null;
  // On a phone there is nothing to choose from but the lists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the person may close them
  useEffect(() => {
    if (isChoice && matchMedia('(max-width: 48rem)').matches) openMenu();
  }, [isChoice]);
  if (goesOn) return <Redirect to={last} replace />;
  const waits = path === '/' && isListed && !isEmpty ? waitingPlace(unread?.items ?? []) : null;
  if (waits !== null) return <Redirect to={waits} replace />;
  return (
    <main className={styles.page}>
      <IconButton label={t.openMenu} className={styles.menu} onClick={openMenu}>
        <MenuIcon aria-hidden="true" />
      </IconButton>
      <img src="/icon.svg" alt="" width="72" height="72" />
      <h1>{isEmpty ? t.noServersTitle : t.appName}</h1>
      {isListed && !isEmpty && <p>{t.chooseChannel}</p>}
      {isEmpty && (
        <>
          <p>{t.noServersText}</p>
          <div className={styles.ways}>
            <Button onClick={() => setAdding('create')}>{t.createServer}</Button>
            <Button look="plain" onClick={() => setAdding('join')}>
              {t.joinServer}
            </Button>
          </div>
        </>
      )}
      {/* It stays until it is done: the event of a new server may come before the answer. */}
      <Suspense>
        {adding && <AddServerDialog begin={adding} isOpen onClose={() => setAdding(null)} />}
      </Suspense>
    </main>
  );
}
