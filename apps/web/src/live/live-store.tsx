import type { DraftKeeper } from '@palaver/client/personal';
import type { PalaverStore } from '@palaver/client/store';
import { lateDeletionsOf } from '@palaver/elements/chat/late-deletions.js';
import { ChatSessionProvider } from '@palaver/elements/host/chat-session.js';
import { PalaverProvider } from '@palaver/react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { LIVE_EVERY_MS, rememberLive } from '../session/last-live.js';
import { currentSession, forgetWriting, type Session, setSession } from '../session/session.js';
import { showNotifications } from './browser-notifications.js';
import { followIdle } from './follow-idle.js';
import { openedFor, takeLive } from './live.js';
import { keepForOffline } from './offline.js';
import { keepPictures } from './picture.js';

/** Of who is signed in. Closed, they write no text any more. */
let openDrafts: DraftKeeper | null = null;

/** Keeps a store for as long as somebody is signed in. */
export function LiveStore({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) {
  const [live, setLive] = useState(() => openedFor(session));
  useEffect(() => {
    const taken = takeLive(session);
    const hideNotifications = showNotifications(taken.store, session.userId);
    const endIdle = followIdle(taken.store);
    const endPictures = keepPictures(session.userId);
    keepForOffline();
    const timer = setInterval(() => {
      if (taken.store.state.connection.status === 'live') rememberLive();
    }, LIVE_EVERY_MS);
    openDrafts = taken.drafts;
    setLive(taken);
    return () => {
      endIdle();
      endPictures();
      hideNotifications();
      clearInterval(timer);
      void lateDeletionsOf(taken.store).sendNow();
      // Another tab, or another device, has ended it: each tab removes what it could still write.
      if (currentSession()?.userId === session.userId) taken.close();
      else void taken.forget();
    };
  }, [session]);
  const chatSession = useMemo(
    () => live && { url: location.origin, token: live.session.token, drafts: live.drafts },
    [live],
  );
  return (
    live &&
    chatSession && (
      <PalaverProvider store={live.store}>
        <ChatSessionProvider value={chatSession}>{children}</ChatSessionProvider>
      </PalaverProvider>
    )
  );
}

/** Ends the session, and removes what this device has of it. */
export async function signOut(store: PalaverStore): Promise<void> {
  // First: once the service has ended the session, this page may show the sign-in before the call is answered.
  const session = currentSession();
  openDrafts?.close();
  if (session !== null) forgetWriting(session.userId);
  await sendDeletions(store);
  await store.client.api.auth.logout.mutate().catch(() => {});
  await store.forget();
  setSession(null);
}

/** Those of the other tabs too, which hear of the end when they cannot send any more. */
async function sendDeletions(store: PalaverStore): Promise<void> {
  const late = lateDeletionsOf(store);
  await late.sendNow();
  const { messages } = store.client.api;
  const sending = late.takeOfOtherTabs().map((messageId) => messages.delete.mutate({ messageId }));
  await Promise.allSettled(sending);
}
