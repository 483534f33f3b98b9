import './live/at-start.js';
import { FileDrop } from '@palaver/elements/chat/file-drop.js';
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { LiveStore } from './live/live-store.js';
import type { Session } from './session/session.js';
import { Workspace } from './shell/workspace.js';
import '@palaver/elements/styles/code.css';

const AccountSettings = lazy(() => import('./settings/account/account-settings.js'));
const BeginPage = lazy(() => import('./welcome/begin-page.js'));
const ServerSettings = lazy(() => import('./settings/server/server-settings.js'));
const ServiceAdmin = lazy(() => import('./settings/service/service-admin.js'));
const VerifyEmailPage = lazy(() => import('./session/verify-email-page.js'));
const SignedInPage = lazy(() => import('./session/signed-in-page.js'));

/** Everything that is shown to who is signed in, by address. */
export default function SignedIn({ session }: { readonly session: Session }) {
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
          <Route path="/verify-email">
            <VerifyEmailPage />
          </Route>
          <Route>
            <Workspace />
          </Route>
        </Switch>
      </Suspense>
      <FileDrop />
    </LiveStore>
  );
}
