import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { useTimes } from '../shared/use-times.js';
import { useServerTexts } from './texts.js';

/** What was done in the server, newest first. */
export default function AuditLogPage({ serverId }: { readonly serverId: string }) {
  const s = useServerTexts();
  const { client } = useStore();
  const { moment } = useTimes();
  const acts = usePages(
    (page) => client.api.servers.auditLog.query({ serverId, ...page }),
    ({ id }) => id,
  );
  return (
    <Page title={s.auditLog} intro={s.auditIntro}>
      <Card>
        {acts.error !== null && <p role="alert">{acts.error}</p>}
        {acts.items?.length === 0 && <Empty>{s.noActs}</Empty>}
        <List label={s.auditLog}>
          {acts.items?.map(({ id, actorId, actorName, act, targetName, details, createdAt }) => (
            <Item
              key={id}
              name={
                <>
                  <strong>{actorId === null ? s.byService : actorName}</strong> {s.acts(act)}{' '}
                  <strong>{targetName}</strong>
                </>
              }
              detail={[
                moment(createdAt),
                ...Object.entries(details).map(([name, value]) => `${name}: ${value}`),
              ].join(' · ')}
            />
          ))}
        </List>
        {acts.more}
      </Card>
    </Page>
  );
}
