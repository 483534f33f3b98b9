import type { OtherAccess, SecurityEvent } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { Card, Item, List } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { useSettingsTexts } from '../shared/texts.js';
import { useTimes } from '../shared/use-times.js';
import { deviceOf } from './device.js';

const PAGE = 20;

/** What else leads into the account, which the person can end at once, and what has happened to it. */
export function SecurityHistory() {
  return (
    <>
      <OtherAccessCard />
      <HistoryCard />
    </>
  );
}

function OtherAccessCard() {
  const s = useSettingsTexts();
  const { client } = useStore();
  const access = useAnswer(() => client.api.auth.otherAccess.query());
  const [isOpen, setOpen] = useState(false);
  const what = access.value === null ? [] : namesOf(access.value, s);
  return (
    <Card title={s.otherAccess} hint={what.length === 0 ? s.otherAccessNone : s.otherAccessHint}>
      {what.length > 0 && (
        <List label={s.otherAccess}>
          {what.map((name) => (
            <Item key={name} name={name} />
          ))}
        </List>
      )}
      <div className={parts.buttons}>
        <Button look="danger" onClick={() => setOpen(true)}>
          {s.endAccess}
        </Button>
      </div>
      <FormDialog
        title={s.endAccess}
        action={s.endAccess}
        look="danger"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSubmit={async () => {
          await client.api.auth.endOtherAccess.mutate();
          await access.reload();
        }}
      >
        <p>{s.endAccessHint}</p>
      </FormDialog>
    </Card>
  );
}

function namesOf(access: OtherAccess, s: ReturnType<typeof useSettingsTexts>): string[] {
  const { providers, totp, passkeys, botTokens, apiKeys } = access;
  return [
    ...providers,
    ...(totp ? [s.totp] : []),
    ...(passkeys > 0 ? [`${s.passkeys}: ${passkeys}`] : []),
    ...(botTokens > 0 ? [`${s.tokensOfBots}: ${botTokens}`] : []),
    ...(apiKeys > 0 ? [`${s.apiKeys}: ${apiKeys}`] : []),
  ];
}

function HistoryCard() {
  const s = useSettingsTexts();
  const { client } = useStore();
  const { ago } = useTimes();
  const [older, setOlder] = useState<readonly SecurityEvent[]>([]);
  const [isWhole, setWhole] = useState(false);
  const newest = useAnswer(() => client.api.users.securityEvents.query({ limit: PAGE }));
  const events = [...(newest.value ?? []), ...older];
  async function more() {
    const page = await client.api.users.securityEvents.query({ before: events.at(-1)?.id, limit: PAGE });
    setOlder([...older, ...page]);
    setWhole(page.length < PAGE);
  }
  if (events.length === 0) return null;
  return (
    <Card title={s.history} hint={s.historyHint}>
      <List label={s.history}>
        {events.map((event) => (
          <Item
            key={event.id}
            name={s.securityEvent(event.kind)}
            detail={[event.about, deviceOf(event.userAgent).name, event.network, ago(event.createdAt)]
              .filter((part) => part !== null)
              .join(' · ')}
          />
        ))}
      </List>
      {!isWhole && events.length >= PAGE && (
        <Button look="plain" onClick={() => void more()}>
          {s.olderEvents}
        </Button>
      )}
    </Card>
  );
}
