import { Boundary } from '@palaver/elements/ui/boundary.js';
import { ConnectionBar } from '@palaver/elements/ui/connection-bar.js';
import { late } from '@palaver/elements/ui/late.js';
import { useBackCloses } from '@palaver/elements/ui/use-back-closes.js';
import { Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { ChannelPage } from '../chat/channel-page.js';
import { useTexts } from '../i18n/i18n.js';
import { useTitleCount } from '../live/use-title-count.js';
import { lastLive } from '../session/last-live.js';
import { rememberPlace } from '../settings/shared/last-place.js';
import { openDialog, useOpenedDialog } from '../ui/opened-dialog.js';
import { DmSidebar } from './dm-sidebar.js';
import { InvitePage } from './invite-page.js';
import { Overlays } from './overlays.js';
import { focusMain, focusRegion } from './regions.js';
import { ServerRail } from './server-rail.js';
import { ServerSidebar } from './server-sidebar.js';
import { StartPage } from './start-page.js';
import { useShortcuts } from './use-shortcut.js';
import { rememberVisit } from './visited.js';
import styles from './workspace.module.css';

const InboxPage = late(() => import('../home/inbox-page.js'));
const ThreadsPage = late(() => import('../home/threads-page.js'));
const SavedPage = late(() => import('../home/saved-page.js'));
const LaterPage = late(() => import('../home/later-page.js'));

/** The frame around everything: servers, the channels of one, and what is chosen. */
export function Workspace() {
  const t = useTexts();
  const [path] = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    rememberPlace(path);
    rememberVisit(path);
  }, [path]);
  const openMenu = () => setMenuOpen(true);
  useBackCloses(isMenuOpen, () => setMenuOpen(false));
  const isAsking = useOpenedDialog() !== null;
  // What a dialog leads to is not to lie below the lists.
  useEffect(() => {
    if (isAsking) setMenuOpen(false);
  }, [isAsking]);
  useTitleCount();
  useShortcuts({
    switcher: () => openDialog({ kind: 'switcher' }),
    shortcuts: () => openDialog({ kind: 'shortcuts' }),
    nextRegion: () => focusRegion(1),
    previousRegion: () => focusRegion(-1),
  });
  return (
    <div className={styles.workspace} data-menu={isMenuOpen || undefined}>
      <ConnectionBar lastLive={lastLive()} />
      <button type="button" className={styles.skip} onClick={focusMain}>
        {t.skipToMessages}
      </button>
      <div className={styles.lists}>
        <ServerRail />
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: hears of the links in it, which the keyboard presses too */}
        <div className={styles.sidebar} onClick={(event) => closesMenu(event.target) && setMenuOpen(false)}>
          <Boundary of="panel">
            <Switch>
              <Route path="/servers/:serverId/*?">
                {({ serverId }) => <ServerSidebar key={serverId} serverId={serverId} />}
              </Route>
              <Route>
                <DmSidebar />
              </Route>
            </Switch>
          </Boundary>
        </div>
      </div>
      {isMenuOpen && (
        // A click beside the lists closes them; the keyboard has Escape and the links themselves.
        <div className={styles.scrim} aria-hidden="true" onClick={() => setMenuOpen(false)} />
      )}
      <div className={styles.main}>
        <Boundary key={path} of="panel">
          <Switch>
            <Route path="/servers/:serverId/channels/:channelId">
              {({ serverId, channelId }) => (
                <ChannelPage key={channelId} serverId={serverId} channelId={channelId} openMenu={openMenu} />
              )}
            </Route>
            <Route path="/dms/:channelId">
              {({ channelId }) => (
                <ChannelPage key={channelId} serverId={null} channelId={channelId} openMenu={openMenu} />
              )}
            </Route>
            <Route path="/invites/:code">{({ code }) => <InvitePage code={code} />}</Route>
            <Route path="/inbox">
              <Suspense>
                <InboxPage openMenu={openMenu} />
              </Suspense>
            </Route>
            <Route path="/threads">
              <Suspense>
                <ThreadsPage openMenu={openMenu} />
              </Suspense>
            </Route>
            <Route path="/saved">
              <Suspense>
                <SavedPage openMenu={openMenu} />
              </Suspense>
            </Route>
            <Route path="/later">
              <Suspense>
                <LaterPage openMenu={openMenu} />
              </Suspense>
            </Route>
            <Route path="/login">
              <Redirect to="/" replace />
            </Route>
            <Route path="/register">
              <Redirect to="/" replace />
            </Route>
            <Route>
              <StartPage openMenu={openMenu} />
            </Route>
          </Switch>
        </Boundary>
      </div>
      <Boundary of="row">
        <Overlays />
      </Boundary>
    </div>
  );
}

/** On a phone the lists lie over the page until one of its links is chosen; a server is chosen to see its channels. */
function closesMenu(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a') !== null;
}
