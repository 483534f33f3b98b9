import { Button } from '@palaver/elements/ui/button.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useAuthOptions } from '../../session/auth-options.js';
import { download } from '../shared/download.js';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import styles from './imports.module.css';
import { useAdminTexts } from './texts.js';

/** By it a spreadsheet knows that a file is UTF-8. */
const BOM = '\ufeff';

/** Lets imported people in who have no password: by mail, or by a list that the admin hands on. */
export function ImportLinks({ importId }: { readonly importId: string }) {
  const s = useAdminTexts();
  const { client } = useStore();
  const options = useAuthOptions();
  const act = useAct();
  const [made, setMade] = useState('');

  async function make(by: 'mail' | 'list') {
    const parts: string[] = [];
    let people = 0;
    let after: string | null = null;
    do {
      const page: { people: number; csv: string | null; next: string | null } =
        await client.api.admin.importLinks.mutate({ importId, by, ...(after === null ? {} : { after }) });
      people += page.people;
      parts.push(page.csv ?? '');
      after = page.next;
    } while (after !== null);
    if (by === 'list' && people > 0) save(parts);
    setMade(by === 'mail' ? s.linksMailed(people) : s.linksListed(people));
  }

  return (
    <div className={styles.links}>
      <h3 className={styles.heading}>{s.letIn}</h3>
      <p>{s.letInText}</p>
      <div className={styles.buttons}>
        {options?.sendsMail === true && (
          <Button look="plain" disabled={act.isBusy} onClick={() => void act.run(() => make('mail'))}>
            {s.mailLinks}
          </Button>
        )}
        <Button look="plain" disabled={act.isBusy} onClick={() => void act.run(() => make('list'))}>
          {s.listLinks}
        </Button>
      </div>
      <Outcome act={act} done={made} />
    </div>
  );
}

function save(parts: readonly string[]): void {
  download(new Blob([BOM, ...parts], { type: 'text/csv;charset=utf-8' }), 'links.csv');
}
