import type { Role } from '@palaver/client';
import { isAtLeast } from '@palaver/elements/people/role.js';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { type Act, useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { useServerTexts } from './texts.js';

/** Who may not write here for a while, and who may not come back. */
export default function BansPage({ serverId, role }: { readonly serverId: string; readonly role: Role }) {
  const s = useServerTexts();
  const act = useAct();
  return (
    <Page title={s.bans}>
      <Outcome act={act} />
      <Timeouts serverId={serverId} act={act} />
      {isAtLeast(role, 'admin') && <Bans serverId={serverId} act={act} />}
    </Page>
  );
}

interface ListProps {
  readonly serverId: string;
  readonly act: Act;
}

function Timeouts({ serverId, act }: ListProps) {
  const s = useServerTexts();
  const { client } = useStore();
  const { moment } = useTimes();
  const timeouts = usePages(
    (page) => client.api.servers.timeouts.query({ serverId, ...page }),
    ({ userId }) => userId,
  );
  const end = (userId: string) =>
    act.run(async () => {
      await client.api.servers.endTimeout.mutate({ serverId, userId });
      await timeouts.reload();
    });
  return (
    <Card title={s.timeoutsTitle}>
      {timeouts.error !== null && <p role="alert">{timeouts.error}</p>}
      {timeouts.items?.length === 0 && <Empty>{s.noTimeouts}</Empty>}
      <List label={s.timeoutsTitle}>
        {timeouts.items?.map(({ userId, user, until, reason }) => (
          <Item
            key={userId}
            picture={<Avatar user={user} />}
            name={user.displayName}
            detail={[s.until(moment(until)), reason].filter(Boolean).join(' · ')}
          >
            <Button look="plain" disabled={act.isBusy} onClick={() => end(userId)}>
              {s.endTimeout}
            </Button>
          </Item>
        ))}
      </List>
      {timeouts.more}
    </Card>
  );
}

function Bans({ serverId, act }: ListProps) {
  const s = useServerTexts();
  const { client } = useStore();
  const { moment } = useTimes();
  const bans = usePages(
    (page) => client.api.servers.bans.query({ serverId, ...page }),
    ({ userId }) => userId,
  );
  const unban = (userId: string) =>
    act.run(async () => {
      await client.api.servers.unban.mutate({ serverId, userId });
      await bans.reload();
    });
  return (
    <Card title={s.bansTitle}>
      {bans.error !== null && <p role="alert">{bans.error}</p>}
      {bans.items?.length === 0 && <Empty>{s.noBans}</Empty>}
      <List label={s.bansTitle}>
        {bans.items?.map(({ userId, user, expiresAt, reason }) => (
          <Item
            key={userId}
            picture={<Avatar user={user} />}
            name={user.displayName}
            detail={[expiresAt === null ? s.forEver : s.until(moment(expiresAt)), reason]
              .filter(Boolean)
              .join(' · ')}
          >
            <Button look="plain" disabled={act.isBusy} onClick={() => unban(userId)}>
              {s.unban}
            </Button>
          </Item>
        ))}
      </List>
      {bans.more}
    </Card>
  );
}
