import { Button } from '@palaver/elements/ui/button.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { SelectField } from '../shared/fields.js';
import { Card, Copyable, Empty, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { isOver } from './invites.js';
import { useServerTexts } from './texts.js';

const EXPIRY_HOURS = [1, 24, 168];
const USES = [1, 10, 100];

/** The invites: for an admin all of them, for others their own. */
export default function InvitesPage({ serverId }: { readonly serverId: string }) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const { ago } = useTimes();
  const act = useAct();
  const [isCreating, setCreating] = useState(false);
  const invites = usePages(
    (page) => client.api.servers.listInvites.query({ serverId, ...page }),
    ({ code }) => code,
  );

  async function create(form: FormData) {
    const hours = Number(form.get('hours'));
    const uses = Number(form.get('uses'));
    await client.api.servers.createInvite.mutate({
      serverId,
      ...(hours > 0 ? { expiresInSeconds: hours * 3600 } : {}),
      ...(uses > 0 ? { maxUses: uses } : {}),
    });
    await invites.reload();
  }
  const remove = (code: string) =>
    act.run(async () => {
      await client.api.servers.deleteInvite.mutate({ serverId, code });
      await invites.reload();
    });

  return (
    <Page
      title={s.invites}
      intro={t.inviteHint}
      action={<Button onClick={() => setCreating(true)}>{s.newInvite}</Button>}
    >
      <Outcome act={act} />
      {invites.error !== null && <p role="alert">{invites.error}</p>}
      {invites.items?.length === 0 && <Empty>{s.noInvites}</Empty>}
      {invites.items?.map(({ code, uses, maxUses, expiresAt }) => (
        <Card key={code}>
          {isOver({ uses, maxUses, expiresAt }) ? (
            <strong>{s.inviteOver}</strong>
          ) : (
            <Copyable label={s.linkOf} text={`${location.origin}/invites/${code}`} />
          )}
          <div className={parts.row}>
            <small className={parts.hint}>
              {[
                s.used(uses, maxUses),
                expiresAt === null || isOver({ uses, maxUses, expiresAt }) ? '' : s.expires(ago(expiresAt)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <Button look="plain" disabled={act.isBusy} onClick={() => remove(code)}>
              {t.delete}
            </Button>
          </div>
        </Card>
      ))}
      {invites.more}
      {isCreating && (
        <FormDialog
          title={s.newInvite}
          action={t.create}
          isOpen
          onClose={() => setCreating(false)}
          onSubmit={create}
        >
          <SelectField
            label={s.expiresAfter}
            name="hours"
            defaultValue="168"
            options={[
              ...EXPIRY_HOURS.map((hours) => ({ value: String(hours), label: s.hours(hours) })),
              { value: '', label: s.noLimit },
            ]}
          />
          <SelectField
            label={s.maxUses}
            name="uses"
            options={[
              { value: '', label: s.noLimit },
              ...USES.map((uses) => ({ value: String(uses), label: String(uses) })),
            ]}
          />
        </FormDialog>
      )}
    </Page>
  );
}
