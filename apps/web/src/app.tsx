import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { currentSession, onSession } from './session/session.js';
import { FrontDoor } from './welcome/front-door.js';

const ClaimPage = lazy(() => import('./welcome/claim-page.js'));
const ForgottenPasswordPage = lazy(() => import('./session/forgotten-password-page.js'));
const InvitedPage = lazy(() => import('./session/invited-page.js'));
const SignedIn = lazy(() => import('./signed-in.js'));
const SignedInPage = lazy(() => import('./session/signed-in-page.js'));
const SignInPage = lazy(() => import('./session/sign-in-page.js'));
const VerifyEmailPage = lazy(() => import('./session/verify-email-page.js'));
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
      <Route path="/verify-email">
        <VerifyEmailPage />
      </Route>
      <Route path="/invites/:code">{({ code }) => <InvitedPage code={code} />}</Route>
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
