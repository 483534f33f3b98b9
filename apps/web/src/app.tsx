import { useSyncExternalStore } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { LiveStore } from './live/live-store.js';
import { AccountPage } from './session/account-page.js';
import { currentSession, onSession } from './session/session.js';
import { Workspace } from './shell/workspace.js';

/** Everything that is shown, by address. */
export function App() {
  const session = useSyncExternalStore(onSession, currentSession);
  const [path] = useLocation();
  if (session === null) {
    const to = path === '/' ? '' : `?to=${encodeURIComponent(path)}`;
    return (
      <Switch>
        <Route path="/login">
          <AccountPage isNew={false} />
        </Route>
        <Route path="/register">
          <AccountPage isNew />
        </Route>
        <Route>
          <Redirect to={`/login${to}`} replace />
        </Route>
      </Switch>
    );
  }
  return (
    <LiveStore key={session.token} session={session}>
      <Workspace />
    </LiveStore>
  );
}
