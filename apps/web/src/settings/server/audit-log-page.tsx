import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useMembers, useStore } from '@palaver/react';
import { ActItem } from '../acts/act-item.js';
import { serverActor } from '../acts/actor.js';
import { useActTexts } from '../acts/texts.js';
import { Card, Empty, List, Page } from '../shared/parts.js';
import { useServerTexts } from './texts.js';

/** What was done in the server, newest first. */
export default function AuditLogPage({ serverId }: { readonly serverId: string }) {
  const s = useServerTexts();
  const a = useActTexts();
  const { client } = useStore();
  const members = useMembers(serverId).value?.items ?? [];
  const acts = usePages(
    (page) => client.api.servers.auditLog.query({ serverId, ...page }),
    ({ id }) => id,
  );
  const nameOf = (userId: unknown) =>
    members.find(({ user }) => user.id === userId)?.user.username ?? a.somebody;
  return (
    <Page title={s.auditLog} intro={s.auditIntro}>
      <Card>
        {acts.error !== null && <p role="alert">{acts.error}</p>}
        {acts.items?.length === 0 && <Empty>{s.noActs}</Empty>}
        <List label={s.auditLog}>
          {acts.items?.map((act) => (
            <ActItem
              key={act.id}
              act={act}
              sentence={a.serverAct(act.act)}
              names={{
                who: serverActor(act, a),
                what: act.targetName ?? a.hiddenName,
                whom: nameOf(act.details.userId),
              }}
            />
          ))}
        </List>
        {acts.more}
      </Card>
    </Page>
  );
}
