import type { AdminCheck, AdminVariable } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { Card, Item, List, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome, SettingsForm } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import styles from './configuration-page.module.css';
import { useAdminTexts } from './texts.js';

/** How the service is run: its configuration, checks of what it needs, and a test mail. */
export default function ConfigurationPage() {
  const s = useAdminTexts();
  return (
    <Page title={s.configuration} intro={s.configurationIntro}>
      <Checks />
      <TestMail />
      <Variables />
    </Page>
  );
}

function Checks() {
  const s = useAdminTexts();
  const { client } = useStore();
  const act = useAct();
  const [checks, setChecks] = useState<readonly AdminCheck[]>([]);
  const check = () => act.run(async () => setChecks(await client.api.admin.checks.query()));
  return (
    <Card title={s.checks} hint={s.checksText}>
      <div className={parts.buttons}>
        <Button onClick={check} disabled={act.isBusy}>
          {act.isBusy ? s.checking : s.checkNow}
        </Button>
        <Outcome act={act} done="" />
      </div>
      {checks.length > 0 && (
        <List label={s.checks}>
          {checks.map((one) => (
            <Item
              key={`${one.name} ${one.found}`}
              name={<CheckName check={one} />}
              // What the service has found is in English, whatever the language of the page is.
              detail={
                <span lang="en" dir="ltr">
                  {[one.found, one.advice].filter((text) => text !== null).join(' — ')}
                </span>
              }
            />
          ))}
        </List>
      )}
    </Card>
  );
}

function CheckName({ check: { name, status } }: { readonly check: AdminCheck }) {
  const s = useAdminTexts();
  return (
    <>
      <span lang="en">{name}</span>{' '}
      <span className={styles.status} data-status={status}>
        {s.checkStatus(status)}
      </span>
    </>
  );
}

function TestMail() {
  const s = useAdminTexts();
  const { client } = useStore();
  const act = useAct();
  const [sentTo, setSentTo] = useState('');
  async function send(form: FormData) {
    const address = String(form.get('address') ?? '').trim();
    const sent = await client.api.admin.testMail.mutate(address === '' ? {} : { address });
    setSentTo(sent.address);
  }
  return (
    <Card title={s.testMail} hint={s.testMailText}>
      <SettingsForm
        act={act}
        action={s.sendTestMail}
        look="plain"
        onSubmit={send}
        done={s.testMailSent(sentTo)}
      >
        <Field label={s.testMailTo} name="address" type="email" maxLength={254} autoComplete="off" />
      </SettingsForm>
    </Card>
  );
}

function Variables() {
  const s = useAdminTexts();
  const { client } = useStore();
  const variables = useAnswer(() => client.api.admin.configuration.query());
  return (
    <Card title={s.variables} hint={s.variablesText}>
      {variables.error !== null && <p role="alert">{variables.error}</p>}
      <dl className={styles.variables}>
        {variables.value?.map((variable) => (
          <div key={variable.name}>
            <dt>
              <code>{variable.name}</code>
            </dt>
            <dd>
              <VariableValue variable={variable} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function VariableValue({ variable: { isSet, isSecret, value } }: { readonly variable: AdminVariable }) {
  const s = useAdminTexts();
  if (isSecret) return <small>{isSet ? s.secretSet : s.unset}</small>;
  if (value === null || value === '') return <small>{s.unset}</small>;
  return (
    <>
      <code>{value}</code>
      {!isSet && <small> {s.isDefault}</small>}
    </>
  );
}
