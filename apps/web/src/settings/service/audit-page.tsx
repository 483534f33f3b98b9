import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { Card, Item, List, Page } from '../shared/parts.js';
import { useTimes } from '../shared/use-times.js';
import { useAdminTexts } from './texts.js';

/** What admins and the operator have done, newest first. */
export default function AuditPage() {
  const s = useAdminTexts();
  const { client } = useStore();
  const { moment } = useTimes();
  const acts = usePages(
    (page) => client.api.admin.auditLog.query(page),
    ({ id }) => id,
  );
  return (
    <Page title={s.auditLog} intro={s.auditIntro}>
      <Card>
        {acts.error !== null && <p role="alert">{acts.error}</p>}
        <List label={s.auditLog}>
          {acts.items?.map(({ id, createdAt, actorName, act, targetName, details }) => (
            <Item
              key={id}
              name={
                <>
                  <strong>{actorName === 'operator' ? s.operator : actorName}</strong> {s.acts(act)}{' '}
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
