import type { SecondFactors } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { type Answer, useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { hasPasskeys, makePasskey } from '../../session/passkey.js';
import { Card, Copyable, Item, List, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome, SettingsForm } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { deviceOf } from './device.js';
import { LinkedAccounts } from './linked-accounts.js';
import { RecoveryCodesDialog } from './recovery-codes-dialog.js';
import { SecurityHistory } from './security-history.js';

const TotpDialog = lazy(() => import('./totp-dialog.js'));

/** How the person signs in. */
export default function SecurityPage() {
  const s = useSettingsTexts();
  const { client } = useStore();
  const factors = useAnswer(() => client.api.auth.secondFactors.query());
  return (
    <Page title={s.security} intro={s.securityIntro}>
      <PasswordCard />
      {factors.error !== null && <p role="alert">{factors.error}</p>}
      {factors.value !== null && <FactorCards factors={factors} value={factors.value} />}
      <LinkedAccounts />
      <SecurityHistory />
    </Page>
  );
}

function PasswordCard() {
  const s = useSettingsTexts();
  const { client } = useStore();
  const act = useAct();
  const [tokens, setTokens] = useState<readonly { readonly name: string; readonly token: string }[]>([]);
  async function change(form: FormData) {
    const { bots } = await client.api.auth.changePassword.mutate({
      newPassword: String(form.get('newPassword') ?? ''),
      rotateBots: form.get('rotateBots') !== null,
    });
    setTokens(bots.map(({ bot, token }) => ({ name: bot.displayName, token })));
  }
  return (
    <Card title={s.password} hint={s.passwordHint}>
      <SettingsForm key={String(act.isDone)} act={act} action={s.changePassword} onSubmit={change}>
        <Field
          label={s.newPassword}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          required
        />
        <label className={dialog.check}>
          <input type="checkbox" name="rotateBots" />
          {s.rotateBots}
        </label>
      </SettingsForm>
      {tokens.map(({ name, token }) => (
        <div key={name}>
          <p>{name}</p>
          <Copyable label={s.tokenOf(name)} text={token} />
        </div>
      ))}
    </Card>
  );
}

interface FactorsProps {
  readonly factors: Answer<SecondFactors>;
  readonly value: SecondFactors;
}

function FactorCards({ factors, value }: FactorsProps) {
  const s = useSettingsTexts();
  const { client } = useStore();
  const act = useAct();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { totpSince, passkeys, recoveryCodesLeft } = value;
  const hasFactor = totpSince !== null || passkeys.length > 0;
  return (
    <>
      <TotpCard factors={factors} value={value} onCodes={setCodes} />
      {hasPasskeys() && <PasskeysCard factors={factors} value={value} onCodes={setCodes} />}
      {hasFactor && (
        <Card title={s.recoveryCodes} hint={s.codesLeft(recoveryCodesLeft)}>
          <div className={parts.buttons}>
            <Button
              look="plain"
              disabled={act.isBusy}
              onClick={() =>
                act.run(async () => {
                  const made = await client.api.auth.newRecoveryCodes.mutate();
                  setCodes(made.recoveryCodes);
                  await factors.reload();
                })
              }
            >
              {s.newCodes}
            </Button>
            <Outcome act={act} />
          </div>
        </Card>
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

interface FactorCardProps extends FactorsProps {
  readonly onCodes: (codes: readonly string[] | null) => void;
}

function TotpCard({ factors, value: { totpSince }, onCodes }: FactorCardProps) {
  const t = useTexts();
  const s = useSettingsTexts();
  const { client } = useStore();
  const act = useAct();
  const { moment } = useTimes();
  const [setup, setSetup] = useState<{ readonly secret: string; readonly url: string } | null>(null);
  const begin = () => act.run(async () => setSetup(await client.api.auth.beginTotp.mutate()));
  const remove = () =>
    act.run(async () => {
      await client.api.auth.removeTotp.mutate();
      await factors.reload();
    });
  return (
    <Card title={s.totp} hint={totpSince === null ? s.totpHint : s.since(moment(totpSince))}>
      <div className={parts.buttons}>
        {totpSince === null ? (
          <Button onClick={begin} disabled={act.isBusy}>
            {s.setUpTotp}
          </Button>
        ) : (
          <Button look="danger" onClick={remove} disabled={act.isBusy}>
            {t.remove(s.totp)}
          </Button>
        )}
        <Outcome act={act} done="" />
      </div>
      <Suspense>
        {setup && (
          <TotpDialog
            setup={setup}
            onClose={() => setSetup(null)}
            onDone={(codes) => {
              onCodes(codes);
              void factors.reload();
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}

function PasskeysCard({ factors, value: { passkeys }, onCodes }: FactorCardProps) {
  const t = useTexts();
  const s = useSettingsTexts();
  const { client } = useStore();
  const act = useAct();
  const { ago } = useTimes();
  const [renaming, setRenaming] = useState<{ readonly id: string; readonly name: string } | null>(null);

  const add = () =>
    act.run(async () => {
      const credential = await makePasskey(await client.api.auth.passkeyCreationOptions.mutate());
      if (credential === null) return;
      const name = deviceOf(navigator.userAgent).name ?? s.passkey;
      const { recoveryCodes } = await client.api.auth.createPasskey.mutate({ name, credential });
      onCodes(recoveryCodes);
      await factors.reload();
    });
  const remove = (passkeyId: string) =>
    act.run(async () => {
      await client.api.auth.removePasskey.mutate({ passkeyId });
      await factors.reload();
    });

  return (
    <Card title={s.passkeys} hint={s.passkeysHint}>
      {passkeys.length > 0 && (
        <List label={s.passkeys}>
          {passkeys.map(({ id, name, lastUsedAt }) => (
            <Item
              key={id}
              picture={<KeyRound aria-hidden="true" />}
              name={name}
              detail={lastUsedAt === null ? s.neverUsed : s.lastUsed(ago(lastUsedAt))}
            >
              <Button look="plain" onClick={() => setRenaming({ id, name })}>
                {s.rename}
              </Button>
              <Button
                look="plain"
                disabled={act.isBusy}
                onClick={() => remove(id)}
                aria-label={t.remove(name)}
              >
                {s.remove}
              </Button>
            </Item>
          ))}
        </List>
      )}
      <div className={parts.buttons}>
        <Button look={passkeys.length === 0 ? 'primary' : 'plain'} onClick={add} disabled={act.isBusy}>
          {s.addPasskey}
        </Button>
        <Outcome act={act} done="" />
      </div>
      {renaming && (
        <FormDialog
          title={s.rename}
          action={t.save}
          isOpen
          onClose={() => setRenaming(null)}
          onSubmit={async (form) => {
            const name = String(form.get('name') ?? '').trim();
            await client.api.auth.renamePasskey.mutate({ passkeyId: renaming.id, name });
            await factors.reload();
          }}
        >
          <Field label={s.name} name="name" defaultValue={renaming.name} required maxLength={64} />
        </FormDialog>
      )}
    </Card>
  );
}
