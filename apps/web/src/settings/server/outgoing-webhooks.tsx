import type { OutgoingWebhook } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { Card, Empty, Item, List } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import type { Secret } from '../shared/secret-dialog.js';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { DeliveriesDialog } from './deliveries-dialog.js';
import styles from './outgoing-webhooks.module.css';
import { useServerTexts } from './texts.js';

/** What most receivers want; the API has more of them. */
const EVENTS = [
  'message.created',
  'message.updated',
  'message.deleted',
  'reaction.added',
  'reaction.removed',
  'channel.created',
  'channel.updated',
  'channel.deleted',
  'member.joined',
  'member.left',
] as const satisfies readonly OutgoingWebhook['eventTypes'][number][];

interface Props {
  readonly serverId: string;
  readonly onSecret: (secret: Secret) => void;
}

/** Where the events of a server are sent to. */
export function OutgoingWebhooks({ serverId, onSecret }: Props) {
  const t = useTexts();
  const s = useServerTexts();
  const { outgoingWebhooks } = useStore().client.api;
  const act = useAct();
  const webhooks = useAnswer(() => outgoingWebhooks.list.query({ serverId }));
  const [isCreating, setCreating] = useState(false);
  const [shown, setShown] = useState<OutgoingWebhook | null>(null);
  const [deleted, setDeleted] = useState<OutgoingWebhook | null>(null);

  async function create(form: FormData) {
    const { webhook, secret } = await outgoingWebhooks.create.mutate({
      serverId,
      url: String(form.get('url') ?? '').trim(),
      description: String(form.get('description') ?? '').trim(),
      eventTypes: EVENTS.filter((name) => form.get(name) !== null),
    });
    onSecret({ title: s.secretOfWebhook(webhook.url), hint: s.webhookSecretHint, text: secret });
    await webhooks.reload();
  }

  const change = (
    work: (of: { serverId: string; outgoingWebhookId: string }) => Promise<unknown>,
    id: string,
  ) =>
    act.run(async () => {
      await work({ serverId, outgoingWebhookId: id });
      await webhooks.reload();
    });

  return (
    <Card title={s.outgoingWebhooks} hint={s.outgoingWebhooksHint}>
      {webhooks.error !== null && <p role="alert">{webhooks.error}</p>}
      {webhooks.value?.length === 0 && <Empty>{s.noWebhooks}</Empty>}
      <List label={s.outgoingWebhooks}>
        {webhooks.value?.map((webhook) => (
          <Item key={webhook.id} name={webhook.url} detail={<State webhook={webhook} />}>
            <Button look="plain" onClick={() => setShown(webhook)}>
              {s.deliveries}
            </Button>
            <Button
              look="plain"
              disabled={act.isBusy || !webhook.enabled}
              onClick={() => change(outgoingWebhooks.ping.mutate, webhook.id)}
            >
              {s.tryOut}
            </Button>
            <Button
              look="plain"
              disabled={act.isBusy}
              onClick={() =>
                change(
                  (of) => outgoingWebhooks.update.mutate({ ...of, enabled: !webhook.enabled }),
                  webhook.id,
                )
              }
            >
              {webhook.enabled ? s.disable : s.enable}
            </Button>
            <Button look="plain" onClick={() => setDeleted(webhook)}>
              {t.delete}
            </Button>
          </Item>
        ))}
      </List>
      <Outcome act={act} />
      <div className={parts.buttons}>
        <Button look="plain" onClick={() => setCreating(true)}>
          {s.newOutgoingWebhook}
        </Button>
      </div>
      {isCreating && (
        <FormDialog
          title={s.newOutgoingWebhook}
          action={t.create}
          isOpen
          onClose={() => setCreating(false)}
          onSubmit={create}
        >
          <Field label={s.webhookAddress} name="url" type="url" required maxLength={2000} />
          <Field label={s.webhookDescription} name="description" maxLength={200} />
          <fieldset className={styles.events}>
            <legend>{s.webhookEvents}</legend>
            {EVENTS.map((name) => (
              <label key={name}>
                <input type="checkbox" name={name} defaultChecked={name === 'message.created'} />{' '}
                <code>{name}</code>
              </label>
            ))}
          </fieldset>
        </FormDialog>
      )}
      {shown && <DeliveriesDialog webhook={shown} onClose={() => setShown(null)} />}
      {deleted && (
        <FormDialog
          title={s.deleteWebhook(deleted.url)}
          action={t.delete}
          look="danger"
          isOpen
          onClose={() => setDeleted(null)}
          onSubmit={async () => {
            await outgoingWebhooks.delete.mutate({ serverId, outgoingWebhookId: deleted.id });
            await webhooks.reload();
          }}
        >
          <p>{s.deleteOutgoingText}</p>
        </FormDialog>
      )}
    </Card>
  );
}

function State({ webhook }: { readonly webhook: OutgoingWebhook }) {
  const s = useServerTexts();
  const state = webhook.enabled
    ? webhook.failingSince === null
      ? s.webhookWorks
      : s.webhookFails(new Date(webhook.failingSince).toLocaleString())
    : webhook.disabledReason === 'exposed'
      ? s.webhookExposed
      : s.webhookOff;
  return <>{[webhook.description, state].filter(Boolean).join(' · ')}</>;
}
