import { Button } from '@palaver/elements/ui/button.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useTexts } from '../../i18n/i18n.js';
import { useAuthOptions } from '../../session/auth-options.js';
import { beginSocial } from '../../session/social.js';
import { Card, Item, List } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';

/** The accounts at providers that sign in to this one. Nothing where the service has no provider. */
export function LinkedAccounts() {
  const t = useTexts();
  const s = useSettingsTexts();
  const { client } = useStore();
  const act = useAct();
  const { ago } = useTimes();
  const options = useAuthOptions();
  const identities = useAnswer(() => client.api.auth.identities.query());
  const providers = options?.providers ?? [];
  if (identities.value === null || (providers.length === 0 && identities.value.length === 0)) return null;
  const linked = new Map(identities.value.map((identity) => [identity.provider, identity]));
  const missing = providers.filter(({ name }) => !linked.has(name));

  const link = (provider: string) => act.run(() => beginSocial(client.api, provider, '/settings/security'));
  const unlink = (provider: string) =>
    act.run(async () => {
      await client.api.auth.unlink.mutate({ provider });
      await identities.reload();
    });

  return (
    <Card title={s.linkedAccounts} hint={s.linkedHint}>
      <List label={s.linkedAccounts}>
        {[...linked.values()].map(({ provider, label, lastUsedAt }) => (
          <Item key={provider} name={label} detail={s.lastUsed(ago(lastUsedAt))}>
            <Button
              look="plain"
              disabled={act.isBusy}
              onClick={() => unlink(provider)}
              aria-label={t.remove(label)}
            >
              {s.remove}
            </Button>
          </Item>
        ))}
        {missing.map(({ name, label }) => (
          <Item key={name} name={label} detail={s.notLinked}>
            <Button look="plain" disabled={act.isBusy} onClick={() => link(name)}>
              {s.link(label)}
            </Button>
          </Item>
        ))}
      </List>
      <Outcome act={act} />
    </Card>
  );
}
