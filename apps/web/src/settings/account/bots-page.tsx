import type { User } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useResource, useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { SelectField } from '../shared/fields.js';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { useProof } from '../shared/proof.js';
import { type Secret, SecretDialog } from '../shared/secret-dialog.js';
import { Outcome } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';
import { ScopesField } from './bot-scopes.js';
import { EndpointDialog } from './endpoint-dialog.js';
import { scopesOf, scopesText } from './scopes.js';

/** What a bot is asked about. */
type Asking = { readonly kind: 'add' | 'delete' | 'rotate' | 'edit' | 'endpoint'; readonly bot: User };

/** The bots of the person. */
export default function BotsPage() {
  const s = useSettingsTexts();
  const t = useTexts();
  const { client } = useStore();
  const withProof = useProof();
  const act = useAct();
  const bots = useAnswer(() => client.api.bots.list.query());
  const [isCreating, setCreating] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [shown, setShown] = useState<Secret | null>(null);
  /** How many new tokens there were: each one may do something else than the one before. */
  const [tokens, setTokens] = useState(0);

  async function create(form: FormData) {
    const username = String(form.get('username') ?? '').trim();
    const displayName = String(form.get('displayName') ?? '').trim() || username;
    const { bot, token } = await withProof(() =>
      client.api.bots.create.mutate({ username, displayName, scopes: scopesOf(form) }),
    );
    setShown({ title: s.tokenOf(bot.displayName), hint: s.tokenHint, text: token });
    await bots.reload();
  }

  return (
    <Page
      title={s.bots}
      intro={s.botsIntro}
      action={<Button onClick={() => setCreating(true)}>{s.createBot}</Button>}
    >
      <Card>
        {bots.error !== null && <p role="alert">{bots.error}</p>}
        {bots.value?.length === 0 && <Empty>{s.noBots}</Empty>}
        <List label={s.bots}>
          {bots.value?.map((bot) => (
            <Item
              key={bot.id}
              picture={<Avatar user={bot} />}
              name={bot.displayName}
              detail={<BotDetail bot={bot} tokens={tokens} />}
            >
              <Button look="plain" onClick={() => setAsking({ kind: 'add', bot })}>
                {s.addToServer}
              </Button>
              <Button look="plain" onClick={() => setAsking({ kind: 'edit', bot })}>
                {t.edit}
              </Button>
              <Button look="plain" onClick={() => setAsking({ kind: 'endpoint', bot })}>
                {s.endpoint}
              </Button>
              <Button look="plain" onClick={() => setAsking({ kind: 'rotate', bot })}>
                {s.newToken}
              </Button>
              <Button look="plain" onClick={() => setAsking({ kind: 'delete', bot })}>
                {t.delete}
              </Button>
            </Item>
          ))}
        </List>
        <Outcome act={act} />
      </Card>
      {isCreating && (
        <FormDialog
          title={s.createBot}
          action={t.create}
          isOpen
          onClose={() => setCreating(false)}
          onSubmit={create}
        >
          <p>{s.createBotHint}</p>
          <Field
            label={t.username}
            name="username"
            required
            maxLength={32}
            autoComplete="off"
            autoCapitalize="none"
          />
          <Field label={t.displayName} name="displayName" maxLength={64} autoComplete="off" />
          <ScopesField otherwise={s.scopesAll} before={null} />
        </FormDialog>
      )}
      {asking?.kind === 'endpoint' && (
        <EndpointDialog bot={asking.bot} onClose={() => setAsking(null)} onSecret={setShown} />
      )}
      {asking && asking.kind !== 'endpoint' && (
        <BotDialog
          kind={asking.kind}
          bot={asking.bot}
          onClose={() => setAsking(null)}
          onToken={(token) => {
            setTokens((count) => count + 1);
            setShown(token);
          }}
          onDone={bots.reload}
        />
      )}
      {shown && <SecretDialog secret={shown} onClose={() => setShown(null)} />}
    </Page>
  );
}

function BotDetail({ bot, tokens }: { readonly bot: User; readonly tokens: number }) {
  const s = useSettingsTexts();
  const { client } = useStore();
  const use = useAnswer(() => client.api.bots.tokenUse.query({ botId: bot.id }), `${bot.id} ${tokens}`);
  const last = use.value?.lastUsedAt;
  const told =
    use.value === null ? '' : last ? s.tokenUsed(new Date(last).toLocaleDateString()) : s.tokenUnused;
  const may = scopesText(use.value?.scopes ?? null, s);
  return (
    <>
      {[`@${bot.username}`, told].filter(Boolean).join(' · ')}
      {use.value !== null && (
        <>
          <br />
          {`${s.tokenMay}: ${may}`}
        </>
      )}
    </>
  );
}

interface BotDialogProps {
  readonly kind: Exclude<Asking['kind'], 'endpoint'>;
  readonly bot: User;
  readonly onClose: () => void;
  readonly onToken: (token: Secret) => void;
  readonly onDone: () => Promise<void>;
}

function BotDialog({ kind, bot, onClose, onToken, onDone }: BotDialogProps) {
  const t = useTexts();
  const s = useSettingsTexts();
  const { client } = useStore();
  const withProof = useProof();
  const { value: servers } = useResource(resources.servers);
  const botId = bot.id;

  async function submit(form: FormData) {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    switch (kind) {
      case 'add':
        await client.api.servers.addMember.mutate({ serverId: text('serverId'), userId: botId });
        break;
      case 'edit':
        await client.api.bots.update.mutate({
          botId,
          username: text('username'),
          displayName: text('displayName'),
        });
        break;
      case 'delete':
        await client.api.bots.delete.mutate({ botId });
        break;
      case 'rotate': {
        const { token } = await withProof(() =>
          client.api.bots.rotateToken.mutate({ botId, scopes: scopesOf(form) }),
        );
        onToken({ title: s.tokenOf(bot.displayName), hint: s.tokenHint, text: token });
      }
    }
    await onDone();
  }

  const titles = {
    add: s.addToServer,
    edit: t.edit,
    delete: s.deleteBot(bot.displayName),
    rotate: s.rotateBot(bot.displayName),
  };
  const actions = { add: s.add, edit: t.save, delete: t.delete, rotate: s.newToken };
  return (
    <FormDialog
      title={titles[kind]}
      action={actions[kind]}
      look={kind === 'delete' ? 'danger' : 'primary'}
      isOpen
      onClose={onClose}
      onSubmit={submit}
    >
      {kind === 'add' && (
        <SelectField
          label={s.server}
          name="serverId"
          required
          options={(servers?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {kind === 'edit' && (
        <>
          <Field label={t.username} name="username" defaultValue={bot.username} required maxLength={32} />
          <Field
            label={t.displayName}
            name="displayName"
            defaultValue={bot.displayName}
            required
            maxLength={64}
          />
        </>
      )}
      {kind === 'delete' && <p>{s.deleteBotHint}</p>}
      {kind === 'rotate' && (
        <>
          <p>{s.rotateHint}</p>
          <ScopesField otherwise={s.scopesBefore} before={null} />
        </>
      )}
    </FormDialog>
  );
}
