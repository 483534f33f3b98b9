import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { useTimes } from '../shared/use-times.js';
import { erasedText, erasureState } from './erasure-text.js';
import { useAdminTexts } from './texts.js';
import { useNames } from './use-names.js';

/** What was asked to be erased, newest first, and how far it is. */
export default function ErasuresPage() {
  const s = useAdminTexts();
  const { client } = useStore();
  const { moment } = useTimes();
  const erasures = usePages(
    (page) => client.api.admin.erasures.query(page),
    ({ id }) => id,
  );
  const items = erasures.items ?? [];
  const nameOf = useNames({
    servers: items.map(({ serverId }) => serverId),
    users: items.flatMap(({ userId, askedBy }) => [userId, askedBy]),
  });
  return (
    <Page title={s.erasures} intro={s.erasuresIntro}>
      <Card>
        {erasures.error !== null && <p role="alert">{erasures.error}</p>}
        {erasures.items?.length === 0 && <Empty>{s.noErasures}</Empty>}
        <List label={s.erasures}>
          {items.map((erasure) => (
            <Item
              key={erasure.id}
              name={erasedText(erasure, s, nameOf)}
              detail={erasureState(erasure, s, nameOf, moment)}
            />
          ))}
        </List>
        {erasures.more}
      </Card>
    </Page>
  );
}
