import type { ServerImportReport } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { useStore } from '@palaver/react';
import { useTexts } from '../../i18n/i18n.js';
import { Card } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { ConversionAccount } from './conversion-account.js';
import { ImportLinks } from './import-links.js';
import styles from './imports.module.css';
import { useAdminTexts } from './texts.js';
import { isGoing, useImport } from './use-import.js';

/** An import: how far it is, what its archive is, and whom it has found here. */
export function ImportCard({ importId, onEnd }: { readonly importId: string; readonly onEnd: () => void }) {
  const t = useTexts();
  const s = useAdminTexts();
  const { client } = useStore();
  const act = useAct();
  const { value, error, pace, reload } = useImport(importId, onEnd);
  if (value === null) return <Card>{error !== null && <p role="alert">{error}</p>}</Card>;
  const mayBeCancelled = value.state === 'checking' || value.state === 'importing';
  const cancel = async () => {
    await client.api.admin.cancelImport.mutate({ importId });
    await reload();
  };
  return (
    <Card title={value.serverName ?? s.archive} hint={value.source ?? undefined}>
      {error !== null && <p role="alert">{error}</p>}
      <Progress value={value} pace={pace} />
      {value.problem !== null && (
        <p role="alert" dir="auto" lang="en">
          {value.problem}
        </p>
      )}
      {mayBeCancelled && (
        <div className={styles.buttons}>
          <Button look="plain" disabled={act.isBusy} onClick={() => void act.run(cancel)}>
            {t.cancel}
          </Button>
        </div>
      )}
      <Outcome act={act} done="" />
      {value.state === 'done' && !value.checkOnly && <ImportLinks importId={importId} />}
      <Found value={value} />
      {value.conversion !== null && <ConversionAccount conversion={value.conversion} />}
    </Card>
  );
}

interface ProgressProps {
  readonly value: ServerImportReport;
  readonly pace: ReturnType<typeof useImport>['pace'];
}

function Progress({ value, pace }: ProgressProps) {
  const s = useAdminTexts();
  const { ago } = useTimes();
  const { state, checkOnly, linesDone, lines, users, messages, files, deleted } = value;
  const sentence = s.importStates(checkOnly && state === 'done' ? 'checked' : state);
  const left =
    pace === null
      ? ''
      : ` · ${s.importPace(pace.perSecond, ago(new Date(Date.now() + pace.leftMs).toISOString()))}`;
  const written = checkOnly ? '' : ` · ${s.importWritten({ users, messages, files })}`;
  const gone = value.deleteMissing ? ` · ${s.importDeleted(deleted)}` : '';
  return (
    <>
      {isGoing(value) && (
        <progress
          className={styles.progress}
          aria-label={sentence}
          {...(lines === null ? {} : { value: linesDone, max: lines })}
        />
      )}
      <p role="status">
        {sentence}
        {lines !== null && ` · ${s.importLines(checkOnly ? lines : linesDone, lines)}`}
        {state === 'importing' && left}
        {written}
        {gone}
      </p>
    </>
  );
}

function Found({ value: { foundAccounts, checkOnly, updates } }: { readonly value: ServerImportReport }) {
  const s = useAdminTexts();
  return (
    <>
      {updates !== null && <p>{s.importUpdates}</p>}
      {foundAccounts.length > 0 && (
        <details className={styles.details} open={checkOnly}>
          <summary>{s.foundAccounts(foundAccounts.length)}</summary>
          <p>{s.foundAccountsText}</p>
          <ul>
            {foundAccounts.map(({ sourceId, username, foundBy }) => (
              <li key={sourceId}>
                <bdi>{sourceId}</bdi> → <bdi>@{username}</bdi> <small>{s.foundBy(foundBy)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
