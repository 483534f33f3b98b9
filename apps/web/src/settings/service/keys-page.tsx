import type { ApiKey } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { isPast } from '../account/spans.js';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { useProof } from '../shared/proof.js';
import { type Secret, SecretDialog } from '../shared/secret-dialog.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useTimes } from '../shared/use-times.js';
import { endOfDay, keyScopesOf, keyScopesText } from './key-scopes.js';
import { KeyScopesField } from './key-scopes-field.js';
import { useAdminTexts } from './texts.js';

/** The API keys of the service. */
export default function KeysPage() {
  const t = useTexts();
  const s = useAdminTexts();
  const { client } = useStore();
  const withProof = useProof();
  const keys = useAnswer(() => client.api.admin.keys.query());
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);

  async function create(form: FormData) {
    const expiresAt = endOfDay(String(form.get('expiresAt') ?? ''));
    const { key, token } = await withProof(() =>
      client.api.admin.createKey.mutate({
        name: String(form.get('name') ?? '').trim(),
        scopes: keyScopesOf(form),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      }),
    );
    setSecret({ title: s.keyTokenOf(key.name), hint: s.keyTokenHint, text: token });
    await keys.reload();
  }

  async function revoke(keyId: string) {
    await withProof(() => client.api.admin.revokeKey.mutate({ keyId }));
    await keys.reload();
  }

  return (
    <Page
      title={s.apiKeys}
      intro={s.apiKeysIntro}
      action={<Button onClick={() => setCreating(true)}>{s.createKey}</Button>}
    >
      <Card>
        {keys.error !== null && <p role="alert">{keys.error}</p>}
        {keys.value?.length === 0 && <Empty>{s.noKeys}</Empty>}
        <List label={s.apiKeys}>
          {keys.value?.map((key) => (
            <Item key={key.id} name={key.name} detail={<KeyDetail apiKey={key} />}>
              <Button look="plain" aria-label={`${s.revoke}: ${key.name}`} onClick={() => setRevoked(key)}>
                {s.revoke}
              </Button>
            </Item>
          ))}
        </List>
      </Card>
      {isCreating && (
        <FormDialog
          title={s.createKey}
          action={t.create}
          isOpen
          onClose={() => setCreating(false)}
          onSubmit={create}
        >
          <Field label={s.keyName} name="name" required maxLength={100} autoComplete="off" />
          <Field label={s.keyExpires} name="expiresAt" type="date" />
          <KeyScopesField />
        </FormDialog>
      )}
      {revoked && (
        <FormDialog
          title={s.revokeKey(revoked.name)}
          action={s.revoke}
          look="danger"
          isOpen
          onClose={() => setRevoked(null)}
          onSubmit={() => revoke(revoked.id)}
        >
          <p>{s.revokeKeyText}</p>
        </FormDialog>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  );
}

function KeyDetail({ apiKey: { scopes, createdBy, expiresAt, lastUsedAt } }: { readonly apiKey: ApiKey }) {
  const s = useAdminTexts();
  const settings = useSettingsTexts();
  const { ago, moment } = useTimes();
  const end = expiresAt === null ? [] : [isPast(expiresAt) ? s.keyOver : s.keyUntil(moment(expiresAt))];
  const used = lastUsedAt === null ? s.keyUnused : s.keyUsed(ago(lastUsedAt));
  return (
    <>
      {[keyScopesText(scopes, settings, s.administration), s.keyMadeBy(createdBy), used, ...end].join(' · ')}
    </>
  );
}
