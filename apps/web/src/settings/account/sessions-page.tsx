import type { Session } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { Laptop, Smartphone } from 'lucide-react';
import { Card, Item, List, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { deviceOf } from './device.js';
import { signInMethod } from './sign-in-method.js';

/** Where the person is signed in. */
export default function SessionsPage() {
  const s = useSettingsTexts();
  const { client } = useStore();
  const sessions = useAnswer(() => client.api.auth.sessions.query());
  const act = useAct();
  const current = sessions.value?.filter(({ current }) => current) ?? [];
  const others = sessions.value?.filter(({ current }) => !current) ?? [];

  const end = (sessionId: string) =>
    act.run(async () => {
      await client.api.auth.endSession.mutate({ sessionId });
      await sessions.reload();
    });
  const endOthers = () =>
    act.run(async () => {
      await client.api.auth.endOtherSessions.mutate();
      await sessions.reload();
    });

  return (
    <Page title={s.sessions} intro={s.sessionsIntro}>
      {sessions.error !== null && <p role="alert">{sessions.error}</p>}
      <Card title={s.thisDevice}>
        <List label={s.thisDevice}>
          {current.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </List>
      </Card>
      {others.length > 0 && (
        <Card title={s.otherDevices}>
          <List label={s.otherDevices}>
            {others.map((session) => (
              <SessionItem key={session.id} session={session}>
                <Button look="plain" disabled={act.isBusy} onClick={() => end(session.id)}>
                  {s.endSession}
                </Button>
              </SessionItem>
            ))}
          </List>
          <div className={parts.buttons}>
            <Button look="danger" disabled={act.isBusy} onClick={endOthers}>
              {s.endOthers}
            </Button>
          </div>
        </Card>
      )}
      <Outcome act={act} done={s.sessionEnded} />
    </Page>
  );
}

function SessionItem({
  session,
  children,
}: {
  readonly session: Session;
  readonly children?: React.ReactNode;
}) {
  const s = useSettingsTexts();
  const { ago, moment } = useTimes();
  const { userAgent, signedInFrom, lastUsedFrom, lastUsedAt, createdAt, method, current } = session;
  const device = deviceOf(userAgent);
  const how = signInMethod(method, s);
  const from = lastUsedFrom ?? signedInFrom;
  return (
    <Item
      picture={device.isMobile ? <Smartphone aria-hidden="true" /> : <Laptop aria-hidden="true" />}
      name={device.name ?? s.unknownDevice}
      detail={
        <>
          {current ? s.activeNow : s.lastUsed(ago(lastUsedAt))}
          {from !== null && ` · ${from}`}
          <br />
          {how}, {moment(createdAt)}
        </>
      }
    >
      {children}
    </Item>
  );
}
