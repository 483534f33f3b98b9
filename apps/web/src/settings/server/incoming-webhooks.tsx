import type { IncomingWebhook } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useChannels, useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { Row, SelectField, Switch } from '../shared/fields.js';
import { Card, Empty, Item, List } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import type { Secret } from '../shared/secret-dialog.js';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useServerTexts } from './texts.js';

interface Props {
  readonly serverId: string;
  readonly onSecret: (secret: Secret) => void;
}

type Asking = { readonly kind: 'rotate' | 'delete'; readonly webhook: IncomingWebhook };

/** The webhooks that post to a channel. */
export function IncomingWebhooks({ serverId, onSecret }: Props) {
  const s = useServerTexts();
  const { channels } = useChannels(serverId);
  const [chosen, setChosen] = useState<string | null>(null);
  const channelId = chosen ?? channels[0]?.id;
  return (
    <Card title={s.incomingWebhooks} hint={s.incomingWebhooksHint}>
      <SelectField
        label={s.channel}
        value={channelId ?? ''}
        onChoose={setChosen}
        options={channels.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      {channelId !== undefined && (
        <WebhooksOfChannel key={channelId} channelId={channelId} onSecret={onSecret} />
      )}
    </Card>
  );
}

function detailOf({ urlEndedAt, mayMentionAll }: IncomingWebhook, s: ReturnType<typeof useServerTexts>) {
  const facts = [urlEndedAt !== null && s.webhookUrlEnded, mayMentionAll && s.mentionsEverybody];
  return facts.filter(Boolean).join(' · ') || undefined;
}

function WebhooksOfChannel({
  channelId,
  onSecret,
}: Pick<Props, 'onSecret'> & { readonly channelId: string }) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const { incomingWebhooks } = client.api;
  const act = useAct();
  const webhooks = useAnswer(() => incomingWebhooks.list.query({ channelId }));
  const [isCreating, setCreating] = useState(false);
  const [mayMentionAll, setMayMentionAll] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);

  const show = (name: string, url: string) =>
    onSecret({ title: s.urlOfWebhook(name), hint: s.webhookUrlHint, text: url });

  async function create(form: FormData) {
    const githubSecret = String(form.get('githubSecret') ?? '').trim();
    const { webhook, url } = await incomingWebhooks.create.mutate({
      channelId,
      name: String(form.get('name') ?? '').trim(),
      mayMentionAll,
      ...(githubSecret === '' ? {} : { githubSecret }),
    });
    show(webhook.name, url);
    await webhooks.reload();
  }

  async function doAsked({ kind, webhook: { id: webhookId, name } }: Asking) {
    if (kind === 'delete') await incomingWebhooks.delete.mutate({ webhookId });
    else show(name, (await incomingWebhooks.rotate.mutate({ webhookId })).url);
    await webhooks.reload();
  }

  return (
    <>
      {webhooks.error !== null && <p role="alert">{webhooks.error}</p>}
      {webhooks.value?.length === 0 && <Empty>{s.noWebhooks}</Empty>}
      <List label={s.incomingWebhooks}>
        {webhooks.value?.map((webhook) => (
          <Item key={webhook.id} name={webhook.name} detail={detailOf(webhook, s)}>
            <Button look="plain" onClick={() => setAsking({ kind: 'rotate', webhook })}>
              {s.newUrl}
            </Button>
            <Button look="plain" onClick={() => setAsking({ kind: 'delete', webhook })}>
              {t.delete}
            </Button>
          </Item>
        ))}
      </List>
      <Outcome act={act} />
      <div className={parts.buttons}>
        <Button look="plain" onClick={() => setCreating(true)}>
          {s.newIncomingWebhook}
        </Button>
      </div>
      {isCreating && (
        <FormDialog
          title={s.newIncomingWebhook}
          action={t.create}
          isOpen
          onClose={() => setCreating(false)}
          onSubmit={create}
        >
          <Field label={s.webhookName} name="name" required maxLength={64} autoComplete="off" />
          <Field label={s.githubSecret} name="githubSecret" maxLength={128} autoComplete="off" />
          <Row label={s.mayMentionAll} hint={s.mayMentionAllHint}>
            {(named) => <Switch {...named} checked={mayMentionAll} onSwitch={setMayMentionAll} />}
          </Row>
        </FormDialog>
      )}
      {asking && (
        <FormDialog
          title={asking.kind === 'delete' ? s.deleteWebhook(asking.webhook.name) : s.newUrl}
          action={asking.kind === 'delete' ? t.delete : s.newUrl}
          look={asking.kind === 'delete' ? 'danger' : 'primary'}
          isOpen
          onClose={() => setAsking(null)}
          onSubmit={() => doAsked(asking)}
        >
          <p>{asking.kind === 'delete' ? s.deleteIncomingText : s.newUrlText}</p>
        </FormDialog>
      )}
    </>
  );
}
