import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { ActItem } from '../acts/act-item.js';
import { adminActor } from '../acts/actor.js';
import { useActTexts } from '../acts/texts.js';
import { Card, List, Page } from '../shared/parts.js';
import { useAdminTexts } from './texts.js';

/** What admins and the operator have done, newest first. */
export default function AuditPage() {
  const s = useAdminTexts();
  const a = useActTexts();
  const { client } = useStore();
  const acts = usePages(
    (page) => client.api.admin.auditLog.query(page),
    ({ id }) => id,
  );
  return (
    <Page title={s.auditLog} intro={s.auditIntro}>
      <Card>
        {acts.error !== null && <p role="alert">{acts.error}</p>}
        <List label={s.auditLog}>
          {acts.items?.map((act) => (
            <ActItem
              key={act.id}
              act={act}
              sentence={a.serviceAct(act.act)}
              names={{ who: adminActor(act, a), what: act.targetName, whom: a.somebody }}
            />
          ))}
        </List>
        {acts.more}
      </Card>
    </Page>
  );
}
