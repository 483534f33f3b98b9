import type { Hold } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { useProof } from '../shared/proof.js';
import { useTimes } from '../shared/use-times.js';
import { HoldDialog } from './hold-dialog.js';
import { useAdminTexts } from './texts.js';
import { useNames } from './use-names.js';

/** The legal holds, newest first. */
export default function HoldsPage() {
  const s = useAdminTexts();
  const { client } = useStore();
  const { moment } = useTimes();
  const withProof = useProof();
  const [isPutting, setPutting] = useState(false);
  const [lifted, setLifted] = useState<Hold | null>(null);
  const holds = usePages(
    (page) => client.api.admin.holds.query(page),
    ({ id }) => id,
  );
  const items = holds.items ?? [];
  const nameOf = useNames({
    servers: items.map(({ serverId }) => serverId),
    users: items.map(({ createdBy }) => createdBy),
  });
  const heldText = ({ serverId, channelId }: Hold) =>
    serverId === null ? s.heldChannel(nameOf(channelId)) : s.heldServer(nameOf(serverId));
  const putBy = ({ createdBy }: Hold) =>
    createdBy === null ? s.askedByOperator : s.askedBy(nameOf(createdBy));

  async function lift({ id: holdId }: Hold) {
    await withProof(() => client.api.admin.endHold.mutate({ holdId }));
    await holds.reload();
  }

  return (
    <Page
      title={s.holds}
      intro={s.holdsIntro}
      action={<Button onClick={() => setPutting(true)}>{s.holdChannel}</Button>}
    >
      <Card>
        {holds.error !== null && <p role="alert">{holds.error}</p>}
        {holds.items?.length === 0 && <Empty>{s.noHolds}</Empty>}
        <List label={s.holds}>
          {items.map((hold) => (
            <Item
              key={hold.id}
              name={heldText(hold)}
              detail={[hold.reason, putBy(hold), moment(hold.createdAt)].join(' · ')}
            >
              <Button look="plain" onClick={() => setLifted(hold)}>
                {s.liftHold}
              </Button>
            </Item>
          ))}
        </List>
        {holds.more}
      </Card>
      {isPutting && <HoldDialog server={null} onClose={() => setPutting(false)} onDone={holds.reload} />}
      {lifted && (
        <FormDialog
          title={s.liftHoldOf(heldText(lifted))}
          action={s.liftHold}
          look="danger"
          isOpen
          onClose={() => setLifted(null)}
          onSubmit={() => lift(lifted)}
        >
          <p>{s.liftHoldText}</p>
        </FormDialog>
      )}
    </Page>
  );
}
