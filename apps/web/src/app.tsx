import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { LiveStore } from './live/live-store.js';
import { AccountPage } from './session/account-page.js';
import { currentSession, onSession } from './session/session.js';
import { Workspace } from './shell/workspace.js';
import { FrontDoor } from './welcome/front-door.js';

const ClaimPage = lazy(() => import('./welcome/claim-page.js'));
const BeginPage = lazy(() => import('./welcome/begin-page.js'));

/** Everything that is shown, by address. */
export function App() {
  const session = useSyncExternalStore(onSession, currentSession);
  const [path] = useLocation();
  if (session === null) {
    const to = `?to=${encodeURIComponent(path)}`;
    return (
      <Switch>
        <Route path="/login">
          <AccountPage isNew={false} />
        </Route>
        <Route path="/register">
          <AccountPage isNew />
        </Route>
        <Route path="/welcome">
          <Suspense>
            <ClaimPage />
          </Suspense>
        </Route>
        <Route path="/">
          <FrontDoor />
        </Route>
        <Route>
          <Redirect to={`/login${to}`} replace />
        </Route>
      </Switch>
    );
  }
  return (
    <LiveStore key={session.token} session={session}>
      <Suspense>
        <Switch>
          <Route path="/welcome">
            <BeginPage />
          </Route>
          <Route>
            <Workspace />
          </Route>
        </Switch>
      </Suspense>
    </LiveStore>
  );
}
