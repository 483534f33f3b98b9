import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { LiveStore } from './live/live-store.js';
import { currentSession, onSession, type Session } from './session/session.js';
import { Workspace } from './shell/workspace.js';
import { FrontDoor } from './welcome/front-door.js';

const AccountSettings = lazy(() => import('./account-settings/account-settings.js'));
const BeginPage = lazy(() => import('./welcome/begin-page.js'));
const ClaimPage = lazy(() => import('./welcome/claim-page.js'));
const ForgottenPasswordPage = lazy(() => import('./session/forgotten-password-page.js'));
const ServerSettings = lazy(() => import('./server-settings/server-settings.js'));
const ServiceAdmin = lazy(() => import('./service-admin/service-admin.js'));
const SignedInPage = lazy(() => import('./session/signed-in-page.js'));
const SignInPage = lazy(() => import('./session/sign-in-page.js'));
const SignUpPage = lazy(() => import('./session/sign-up-page.js'));

/** Everything that is shown, by address. */
export function App() {
  const session = useSyncExternalStore(onSession, currentSession);
  return <Suspense>{session === null ? <SignedOut /> : <SignedIn session={session} />}</Suspense>;
}

function SignedOut() {
  const [path] = useLocation();
  return (
    <Switch>
      <Route path="/login">
        <SignInPage />
      </Route>
      <Route path="/register">
        <SignUpPage />
      </Route>
      <Route path="/forgotten-password">
        <ForgottenPasswordPage />
      </Route>
      <Route path="/signed-in">
        <SignedInPage />
      </Route>
      <Route path="/welcome">
        <ClaimPage />
      </Route>
      <Route path="/">
        <FrontDoor />
      </Route>
      <Route>
        <Redirect to={`/login?to=${encodeURIComponent(path)}`} replace />
      </Route>
    </Switch>
  );
}

function SignedIn({ session }: { readonly session: Session }) {
  return (
    <LiveStore key={session.token} session={session}>
      <Suspense>
        <Switch>
          <Route path="/welcome">
            <BeginPage />
          </Route>
          <Route path="/settings/*?">
            <AccountSettings />
          </Route>
          <Route path="/admin/*?">
            <ServiceAdmin />
          </Route>
          <Route path="/servers/:serverId/settings/*?">
            {({ serverId }) => <ServerSettings key={serverId} serverId={serverId} />}
          </Route>
          <Route path="/signed-in">
            <SignedInPage />
          </Route>
          <Route>
            <Workspace />
          </Route>
        </Switch>
      </Suspense>
    </LiveStore>
  );
}
