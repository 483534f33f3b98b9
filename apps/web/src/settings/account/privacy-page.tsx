import type { DmsFrom } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useResource, useStore } from '@palaver/react';
import { zoneOfDevice } from '../../session/zone-of-device.js';
import { Row, Select, Switch } from '../shared/fields.js';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';

/** Who reaches the person, and what others see of them. */
export default function PrivacyPage() {
  const s = useSettingsTexts();
  const { client } = useStore();
  const { value: me } = useResource(resources.me);
  const act = useAct();
  const blocking = useAct();
  // The events keep the ids true; the people are read for them.
  const blocked = useAnswer(() => client.api.users.blocks.query(), me?.blockedUserIds.join());
  const choices: readonly { readonly value: DmsFrom; readonly label: string }[] = [
    { value: 'everyone', label: s.everyone },
    { value: 'servers', label: s.serverMates },
    { value: 'nobody', label: s.nobody },
  ];
  if (me === null) return null;
  return (
    <Page title={s.privacy}>
      <Card>
        <Row label={s.dmsFrom} hint={s.dmsFromHint}>
          {(named) => (
            <Select
              {...named}
              value={me.dmsFrom}
              isBusy={act.isBusy}
              options={choices}
              onChoose={(value) => {
                const dmsFrom = choices.find((choice) => choice.value === value)?.value;
                if (dmsFrom) void act.run(() => client.api.users.updateMe.mutate({ dmsFrom }));
              }}
            />
          )}
        </Row>
        <Row label={s.showTimezone} hint={s.showTimezoneHint}>
          {(named) => (
            <Switch
              {...named}
              checked={me.sharesTimezone}
              isBusy={act.isBusy}
              onSwitch={(sharesTimezone) =>
                void act.run(() => client.api.users.updateMe.mutate(sharing(sharesTimezone, me.timezone)))
              }
            />
          )}
        </Row>
        <Row label={s.readReceipts} hint={s.readReceiptsHint}>
          {(named) => (
            <Switch
              {...named}
              checked={me.readReceipts}
              isBusy={act.isBusy}
              onSwitch={(readReceipts) =>
                void act.run(() => client.api.users.updateMe.mutate({ readReceipts }))
              }
            />
          )}
        </Row>
        <Outcome act={act} />
      </Card>
      <Card title={s.blocked} hint={s.blockedHint}>
        {blocked.value?.length === 0 && <Empty>{s.nobodyBlocked}</Empty>}
        <List label={s.blocked}>
          {blocked.value?.map((user) => (
            <Item
              key={user.id}
              picture={<Avatar user={user} size="small" />}
              name={user.displayName}
              detail={`@${user.username}`}
            >
              <Button
                look="plain"
                disabled={blocking.isBusy}
                onClick={() => blocking.run(() => client.api.users.unblock.mutate({ userId: user.id }))}
              >
                {s.unblock}
              </Button>
            </Item>
          ))}
        </List>
        <Outcome act={blocking} />
      </Card>
    </Page>
  );
}

/** Who shows a time zone and has none takes that of this device. */
function sharing(sharesTimezone: boolean, timezone: string | null) {
  return sharesTimezone && timezone === null
    ? { sharesTimezone, timezone: zoneOfDevice() ?? null }
    : { sharesTimezone };
}
