import { Button } from '@palaver/elements/ui/button.js';
import { type FormEvent, useState } from 'react';
import { Row, Switch } from '../shared/fields.js';
import { Card } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import styles from './imports.module.css';
import { sendArchive } from './send-archive.js';
import { useAdminTexts } from './texts.js';

const COMMAND = 'npm run palaver -- convert-slack export.zip acme.zip';

/** Sends an archive to be checked, or imported. */
export function NewImport({ onBegun }: { readonly onBegun: (importId: string) => void }) {
  const s = useAdminTexts();
  const act = useAct();
  const [file, setFile] = useState<File | null>(null);
  const [deleteMissing, setDeleteMissing] = useState(false);
  const [sent, setSent] = useState<number | null>(null);

  function begin(checkOnly: boolean) {
    if (file === null) return;
    void act
      .run(async () => {
        setSent(0);
        onBegun(await sendArchive({ file, checkOnly, deleteMissing }, setSent));
      })
      .finally(() => setSent(null));
  }

  return (
    <Card title={s.newImport} hint={s.newImportText}>
      <code className={styles.command}>{COMMAND}</code>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          begin(true);
        }}
      >
        <Row label={s.archive}>
          {(named) => (
            <input
              {...named}
              type="file"
              accept=".zip,application/zip"
              required
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
          )}
        </Row>
        <Row label={s.deleteMissing} hint={s.deleteMissingText}>
          {(named) => <Switch {...named} checked={deleteMissing} onSwitch={setDeleteMissing} />}
        </Row>
        {sent !== null && <progress className={styles.progress} value={sent} aria-label={s.sending} />}
        <div className={styles.buttons}>
          <Button type="submit" disabled={act.isBusy || file === null}>
            {s.checkArchive}
          </Button>
          <Button look="plain" disabled={act.isBusy || file === null} onClick={() => begin(false)}>
            {s.importArchive}
          </Button>
        </div>
        <Outcome act={act} done="" />
      </form>
    </Card>
  );
}
