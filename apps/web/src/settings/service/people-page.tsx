import { Menu } from '@base-ui/react/menu';
import type { AdminUser } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import button from '@palaver/elements/ui/button.module.css';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import menu from '@palaver/elements/ui/menu.module.css';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useMe, useStore } from '@palaver/react';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { useAuthOptions } from '../../session/auth-options.js';
import { Card, Copyable, Empty, Item, List, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { useAdminTexts } from './texts.js';

type Measure = 'deactivate' | 'password' | 'factors';
type Shown = { readonly name: string; readonly password: string };

/** The accounts of the service. */
export default function PeoplePage() {
  const t = useTexts();
  const s = useAdminTexts();
  const { client } = useStore();
  const options = useAuthOptions();
  const act = useAct();
  const [words, setWords] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [asking, setAsking] = useState<{ readonly measure: Measure; readonly user: AdminUser } | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const query = words.trim();
  const users = usePages(
    (page) => client.api.admin.users.query({ ...page, ...(query === '' ? {} : { query }) }),
    ({ id }) => id,
    query,
  );
  const show = (name: string, password: string | null) =>
    setShown(password === null ? null : { name, password });

  async function create(form: FormData) {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const { user, password } = await client.api.admin.createUser.mutate({
      username: text('username'),
      admin: form.get('admin') !== null,
      ...(text('displayName') === '' ? {} : { displayName: text('displayName') }),
      ...(text('email') === '' ? {} : { email: text('email') }),
    });
    show(user.username, password);
    await users.reload();
  }
  const change = (userId: string, changes: { admin?: boolean; deactivated?: boolean }) =>
    act.run(async () => {
      await client.api.admin.updateUser.mutate({ userId, ...changes });
      await users.reload();
    });

  async function take(measure: Measure, { id: userId, username }: AdminUser) {
    const { admin } = client.api;
    if (measure === 'deactivate') await admin.updateUser.mutate({ userId, deactivated: true });
    else if (measure === 'factors') await admin.resetSecondFactor.mutate({ userId });
    else show(username, (await admin.resetPassword.mutate({ userId })).password);
    await users.reload();
  }

  return (
    <Page
      title={s.people}
      intro={s.peopleIntro}
      action={<Button onClick={() => setCreating(true)}>{s.createAccount}</Button>}
    >
      <Card {...(options === null ? {} : { hint: s.registrationModes(options.registration) })}>
        <Field
          label={s.find}
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          data-keeps-escape
        />
        {users.error !== null && <p role="alert">{users.error}</p>}
        {users.items?.length === 0 && <Empty>{s.noOne}</Empty>}
        <Outcome act={act} />
        <List label={s.people}>
          {users.items?.map((user) => (
            <Person
              key={user.id}
              user={user}
              onAsk={(measure) => setAsking({ measure, user })}
              onChange={(changes) => void change(user.id, changes)}
            />
          ))}
        </List>
        {users.more}
      </Card>
      {isCreating && (
        <FormDialog
          title={s.createAccount}
          action={t.create}
          isOpen
          onClose={() => setCreating(false)}
          onSubmit={create}
        >
          <Field
            label={t.username}
            name="username"
            required
            maxLength={32}
            autoComplete="off"
            autoCapitalize="none"
          />
          <Field label={t.displayName} name="displayName" maxLength={64} autoComplete="off" />
          <Field label={s.email} name="email" type="email" autoComplete="off" />
          <label className={dialog.check}>
            <input type="checkbox" name="admin" />
            {s.isAdmin}
          </label>
        </FormDialog>
      )}
      {asking && <AskDialog {...asking} onClose={() => setAsking(null)} onTake={take} />}
      {shown && (
        <Dialog title={s.passwordOf(shown.name)} isOpen onClose={() => setShown(null)}>
          <div className={dialog.form}>
            <p>{s.passwordOnce}</p>
            <Copyable label={s.passwordOf(shown.name)} text={shown.password} />
          </div>
        </Dialog>
      )}
    </Page>
  );
}

interface AskDialogProps {
  readonly measure: Measure;
  readonly user: AdminUser;
  readonly onClose: () => void;
  readonly onTake: (measure: Measure, user: AdminUser) => Promise<void>;
}

function AskDialog({ measure, user, onClose, onTake }: AskDialogProps) {
  const s = useAdminTexts();
  const words = {
    deactivate: { what: s.deactivate, text: s.deactivateText },
    password: { what: s.resetPassword, text: s.resetPasswordText },
    factors: { what: s.resetFactors, text: s.resetFactorsText },
  }[measure];
  return (
    <FormDialog
      title={s.sure(words.what, user.username)}
      action={words.what}
      look="danger"
      isOpen
      onClose={onClose}
      onSubmit={() => onTake(measure, user)}
    >
      <p>{words.text}</p>
    </FormDialog>
  );
}

interface PersonProps {
  readonly user: AdminUser;
  readonly onAsk: (measure: Measure) => void;
  readonly onChange: (changes: { readonly admin?: boolean; readonly deactivated?: boolean }) => void;
}

function Person({ user, onAsk, onChange }: PersonProps) {
  const t = useTexts();
  const s = useAdminTexts();
  const me = useMe();
  const { ago } = useTimes();
  const used = user.lastUsedAt === null ? s.neverUsed : s.lastUsed(ago(user.lastUsedAt));
  const details = [`@${user.username}`, user.email, user.bot ? t.bot : used].filter(Boolean);
  return (
    <Item name={user.displayName} detail={details.join(' · ')}>
      {user.admin && <span className={parts.tag}>{s.admin}</span>}
      {user.deactivatedAt !== null && <span className={parts.tag}>{s.deactivated}</span>}
      {!user.bot && user.id !== me?.id && (
        <Menu.Root>
          <Menu.Trigger
            className={button.icon}
            aria-label={s.more(user.username)}
            title={s.more(user.username)}
          >
            <Ellipsis aria-hidden="true" />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner align="end" sideOffset={6} className={menu.positioner}>
              <Menu.Popup className={menu.popup}>
                <Menu.Item className={menu.item} onClick={() => onChange({ admin: !user.admin })}>
                  {user.admin ? s.unmakeAdmin : s.makeAdmin}
                </Menu.Item>
                <Menu.Item className={menu.item} onClick={() => onAsk('password')}>
                  {s.resetPassword}
                </Menu.Item>
                <Menu.Item className={menu.item} onClick={() => onAsk('factors')}>
                  {s.resetFactors}
                </Menu.Item>
                <Menu.Separator className={menu.line} />
                {user.deactivatedAt === null ? (
                  <Menu.Item className={menu.item} data-danger onClick={() => onAsk('deactivate')}>
                    {s.deactivate}
                  </Menu.Item>
                ) : (
                  <Menu.Item className={menu.item} onClick={() => onChange({ deactivated: false })}>
                    {s.reactivate}
                  </Menu.Item>
                )}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
    </Item>
  );
}
