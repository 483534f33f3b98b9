import { resources } from '@palaver/client/store';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { Refusal } from '@palaver/elements/ui/refusal.js';
import { useResource, useStore } from '@palaver/react';
import { useState } from 'react';
import { signOut } from '../../live/live-store.js';
import { currentSession } from '../../session/session.js';
import { download } from '../shared/download.js';
import { Card, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { useProof } from '../shared/proof.js';
import { Outcome } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';
import { fetchOwnData } from './export-data.js';

/** What the service keeps of the person: to take along, and to end. */
export default function DataPage() {
  const s = useSettingsTexts();
  const act = useAct();
  const [isDeleting, setDeleting] = useState(false);

  const exportData = () =>
    act.run(async () => {
      const session = currentSession();
      if (session !== null) download(await fetchOwnData(session.token), 'palaver-export.ndjson');
    });

  return (
    <Page title={s.data} intro={s.dataIntro}>
      <Card title={s.exportData} hint={s.exportHint}>
        <div className={parts.buttons}>
          <Button disabled={act.isBusy} onClick={exportData}>
            {act.isBusy ? s.exporting : s.exportAction}
          </Button>
          <Outcome act={act} done={s.exported} />
        </div>
      </Card>
      <Card title={s.deleteAccount} hint={s.deleteAccountHint} isDanger>
        <div className={parts.buttons}>
          <Button look="danger" onClick={() => setDeleting(true)}>
            {s.deleteAccount}
          </Button>
        </div>
      </Card>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </Page>
  );
}

function DeleteAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const s = useSettingsTexts();
  const store = useStore();
  const withProof = useProof();
  const { value: me } = useResource(resources.me);
  const username = me?.username ?? '';

  async function submit(form: FormData) {
    if (String(form.get('username') ?? '').trim() !== username)
      throw new Refusal(s.deleteAccountMismatch, 'INVALID_INPUT');
    await withProof(() => store.client.api.users.deleteMe.mutate());
    await signOut(store);
  }

  return (
    <FormDialog
      title={s.deleteAccount}
      action={s.deleteAccount}
      look="danger"
      isOpen
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{s.deleteAccountHint}</p>
      <Field
        label={s.deleteAccountConfirm(username)}
        name="username"
        required
        autoComplete="off"
        autoCapitalize="none"
      />
    </FormDialog>
  );
}
