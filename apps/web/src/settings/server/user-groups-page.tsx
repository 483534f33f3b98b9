import type { User, UserGroup } from '@palaver/client';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useServerTexts } from './texts.js';

type Asking = { readonly kind: 'edit' | 'delete' | 'members'; readonly group: UserGroup };

/** Groups of members that a message mentions by one name. */
export default function UserGroupsPage({ serverId }: { readonly serverId: string }) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const groups = useAnswer(() => client.api.userGroups.list.query({ serverId }));
  const [isCreating, setCreating] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const fieldsOf = (form: FormData) => {
    const handle = String(form.get('handle') ?? '')
      .trim()
      .replace(/^@/, '');
    return { handle, name: String(form.get('name') ?? '').trim() || handle };
  };

  async function create(form: FormData) {
    await client.api.userGroups.create.mutate({ serverId, ...fieldsOf(form) });
    await groups.reload();
  }

  async function change(form: FormData) {
    if (asking === null) return;
    const which = { serverId, userGroupId: asking.group.id };
    if (asking.kind === 'delete') await client.api.userGroups.delete.mutate(which);
    else await client.api.userGroups.update.mutate({ ...which, ...fieldsOf(form) });
    await groups.reload();
  }

  const fields = (group?: UserGroup) => (
    <>
      <Field
        label={s.handle}
        name="handle"
        defaultValue={group?.handle}
        required
        maxLength={32}
        autoComplete="off"
      />
      <Field label={t.displayName} name="name" defaultValue={group?.name} maxLength={64} autoComplete="off" />
    </>
  );
  return (
    <Page
      title={s.groups}
      intro={s.groupsIntro}
      action={<Button onClick={() => setCreating(true)}>{s.newUserGroup}</Button>}
    >
      <Card>
        {groups.error !== null && <p role="alert">{groups.error}</p>}
        {groups.value?.length === 0 && <Empty>{s.noUserGroups}</Empty>}
        <List label={s.groups}>
          {groups.value?.map((group) => (
            <Item
              key={group.id}
              name={group.name}
              detail={`@${group.handle} · ${s.memberCount(group.memberCount)}`}
            >
              <Button look="plain" onClick={() => setAsking({ kind: 'members', group })}>
                {s.members}
              </Button>
              <Button look="plain" onClick={() => setAsking({ kind: 'edit', group })}>
                {t.edit}
              </Button>
              <Button look="plain" onClick={() => setAsking({ kind: 'delete', group })}>
                {t.delete}
              </Button>
            </Item>
          ))}
        </List>
      </Card>
      {isCreating && (
        <FormDialog
          title={s.newUserGroup}
          action={t.create}
          isOpen
          onClose={() => setCreating(false)}
          onSubmit={create}
        >
          {fields()}
        </FormDialog>
      )}
      {asking && asking.kind !== 'members' && (
        <FormDialog
          title={asking.kind === 'delete' ? s.deleteUserGroup(asking.group.name) : t.edit}
          action={asking.kind === 'delete' ? t.delete : t.save}
          look={asking.kind === 'delete' ? 'danger' : 'primary'}
          isOpen
          onClose={() => setAsking(null)}
          onSubmit={change}
        >
          {asking.kind === 'edit' && fields(asking.group)}
        </FormDialog>
      )}
      {asking?.kind === 'members' && (
        <GroupMembers
          group={asking.group}
          onClose={() => {
            setAsking(null);
            void groups.reload();
          }}
        />
      )}
    </Page>
  );
}

interface GroupMembersProps {
  readonly group: UserGroup;
  readonly onClose: () => void;
}

function GroupMembers({ group: { id: userGroupId, serverId, name }, onClose }: GroupMembersProps) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const act = useAct();
  const members = useAnswer(() => client.api.userGroups.members.query({ serverId, userGroupId }));
  const [words, setWords] = useState('');
  const q = words.trim();
  const found = useAnswer<readonly User[]>(
    async () => (q === '' ? [] : client.api.users.search.query({ q, serverId, limit: 5 })),
    q,
  );
  const ids = new Set(members.value?.map(({ id }) => id));
  const change = (how: 'addMember' | 'removeMember', userId: string) =>
    act.run(async () => {
      await client.api.userGroups[how].mutate({ serverId, userGroupId, userId });
      await members.reload();
    });
  const person = (user: User, action: string, how: 'addMember' | 'removeMember') => (
    <Item
      key={user.id}
      picture={<Avatar user={user} size="small" />}
      name={user.displayName}
      detail={`@${user.username}`}
    >
      <Button look="plain" disabled={act.isBusy} onClick={() => change(how, user.id)}>
        {action}
      </Button>
    </Item>
  );
  return (
    <Dialog title={s.membersOf(name)} isOpen onClose={onClose}>
      <div className={dialog.form}>
        <Field
          label={s.addMember}
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <List label={t.people}>
          {found.value
            ?.filter(({ id }) => !ids.has(id))
            .map((user) => person(user, s.addMember, 'addMember'))}
        </List>
        <hr className={parts.line} />
        <List label={s.membersOf(name)}>
          {members.value?.map((user) => person(user, t.delete, 'removeMember'))}
        </List>
        <Outcome act={act} />
      </div>
    </Dialog>
  );
}
