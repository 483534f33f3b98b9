import type { OutgoingWebhook, WebhookDelivery } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { useI18n } from '../../i18n/i18n.js';
import { Empty, Item, List } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { deliveryText, maySendAgain } from './delivery-text.js';
import { useServerTexts } from './texts.js';

interface DeliveriesDialogProps {
  readonly webhook: OutgoingWebhook;
  readonly onClose: () => void;
}

/** What was sent to an outgoing webhook, newest first. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  const s = useServerTexts();
  const { outgoingWebhooks } = useStore().client.api;
  const { locale } = useI18n();
  const { moment } = useTimes();
  const act = useAct();
  const of = { serverId: webhook.serverId, outgoingWebhookId: webhook.id };
  const deliveries = usePages(
    (page) => outgoingWebhooks.deliveries.query({ ...of, ...page }),
    ({ id }) => id,
  );
  const spans = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' });
  const written = { moment, milliseconds: (value: number) => spans.format(value) };
  const sendAgain = ({ id: deliveryId }: WebhookDelivery) =>
    act.run(async () => {
      await outgoingWebhooks.replayDelivery.mutate({ ...of, deliveryId });
      await deliveries.reload();
    });
  return (
    <Dialog title={s.deliveriesOf(webhook.url)} isOpen onClose={onClose}>
      <div className={dialog.form}>
        <p>{s.deliveriesHint}</p>
        {deliveries.error !== null && <p role="alert">{deliveries.error}</p>}
        {deliveries.items?.length === 0 && <Empty>{s.noDeliveries}</Empty>}
        <List label={s.deliveries}>
          {deliveries.items?.map((delivery) => (
            <Item
              key={delivery.id}
              name={<code>{delivery.eventType}</code>}
              detail={deliveryText(delivery, s, written)}
            >
              {webhook.enabled && maySendAgain(delivery) && (
                <Button look="plain" disabled={act.isBusy} onClick={() => void sendAgain(delivery)}>
                  {s.sendAgain}
                </Button>
              )}
            </Item>
          ))}
        </List>
        {deliveries.more}
        <Outcome act={act} done="" />
        <div className={dialog.row}>
          <Button look="plain" onClick={() => void deliveries.reload()}>
            {s.refresh}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
