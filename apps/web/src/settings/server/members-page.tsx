import { Menu } from '@base-ui/react/menu';
import type { Role, ServerMember, User } from '@palaver/client';
import { LookAlikeMark, LookAlikes } from '@palaver/elements/people/look-alike-mark.js';
import { isAtLeast, ROLES } from '@palaver/elements/people/role.js';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import { Button } from '@palaver/elements/ui/button.js';
import button from '@palaver/elements/ui/button.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import menu from '@palaver/elements/ui/menu.module.css';
import { useMe, useMembers, useStore } from '@palaver/react';
import { Ellipsis } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { Select } from '../shared/fields.js';
import { Card, Item, List, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { useProof } from '../shared/proof.js';
import { Outcome } from '../shared/settings-form.js';
import { type Act, useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { ExposedNotice } from './exposed-notice.js';
import { isTimedOut, mayDoAbout, shownMembers } from './members.js';
import { type Measure, ModerationDialog } from './moderation-dialog.js';
import { useServerTexts } from './texts.js';

interface MembersPageProps {
  readonly serverId: string;
  /** The role of the person. */
  readonly role: Role;
}

type Asking = { readonly measure: Measure; readonly user: User };

/** The members, and what the person's role lets them do about each. */
export default function MembersPage({ serverId, role }: MembersPageProps) {
  const t = useTexts();
  const s = useServerTexts();
  const { value, loadOlder } = useMembers(serverId);
  const [words, setWords] = useState('');
  const [asking, setAsking] = useState<Asking | null>(null);
  const [heir, setHeir] = useState<User | null>(null);
  const act = useAct();
  const hasOlder = value?.hasOlder ?? false;
  const count = value?.items.length ?? 0;
  // Whoever is looked for may be on a page that is not loaded yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each page
  useEffect(() => {
    if (words !== '' && hasOlder) void loadOlder().catch(() => {});
  }, [words, hasOlder, count, loadOlder]);
  const members = shownMembers(value?.items ?? [], words);
  const items = value?.items;
  const people = useMemo(() => (items ?? []).map(({ user }) => user), [items]);
  return (
    <Page title={s.members}>
      {isAtLeast(role, 'admin') && value && <ExposedNotice serverId={serverId} members={value.items} />}
      <Card>
        <Field
          label={s.findMember}
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          data-keeps-escape
        />
        <Outcome act={act} />
        <LookAlikes people={people}>
          <List label={s.members}>
            {members.map((member) => (
              <MemberItem
                key={member.user.id}
                member={member}
                role={role}
                act={act}
                onAsk={(measure) => setAsking({ measure, user: member.user })}
                onHandOver={() => setHeir(member.user)}
              />
            ))}
          </List>
        </LookAlikes>
        {hasOlder && words === '' && (
          <div className={parts.buttons}>
            <Button look="plain" onClick={() => act.run(loadOlder)}>
              {t.showMore}
            </Button>
          </div>
        )}
      </Card>
      {asking && <ModerationDialog {...asking} serverId={serverId} onClose={() => setAsking(null)} />}
      {heir && <HandOverDialog serverId={serverId} heir={heir} onClose={() => setHeir(null)} />}
    </Page>
  );
}

interface MemberItemProps {
  readonly member: ServerMember;
  readonly role: Role;
  readonly act: Act;
  readonly onAsk: (measure: Measure) => void;
  readonly onHandOver: () => void;
}

function MemberItem({ member, role, act, onAsk, onHandOver }: MemberItemProps) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const me = useMe();
  const { moment } = useTimes();
  const { user, serverId } = member;
  const may = mayDoAbout(member, { id: me?.id, role });
  const setRole = (chosen: string) => {
    if (chosen === 'owner') return onHandOver();
    const to = (['admin', 'moderator', 'member'] as const).find((each) => each === chosen);
    if (to === undefined) return;
    void act.run(() => client.api.servers.updateMember.mutate({ serverId, userId: user.id, role: to }));
  };
  const details = [
    `@${user.username}`,
    user.bot ? t.bot : '',
    isTimedOut(member) ? s.timedOut(moment(member.timedOutUntil ?? '')) : '',
  ];
  return (
    <Item
      picture={<Avatar user={user} />}
      name={
        <>
          {user.displayName} <LookAlikeMark userId={user.id} />
        </>
      }
      detail={details.filter(Boolean).join(' · ')}
    >
      {may.changeRole ? (
        <Select
          aria-label={s.roleOf(user.displayName)}
          value={member.role}
          isBusy={act.isBusy}
          onChoose={setRole}
          options={ROLES.toReversed().map((each) => ({ value: each, label: t.roleName(each) }))}
        />
      ) : (
        <span className={parts.tag}>{t.roleName(member.role)}</span>
      )}
      {may.timeOut && (
        <MemberMenu
          member={member}
          mayBan={may.ban}
          onAsk={onAsk}
          onEndTimeout={() =>
            void act.run(() => client.api.servers.endTimeout.mutate({ serverId, userId: user.id }))
          }
        />
      )}
    </Item>
  );
}

interface MemberMenuProps {
  readonly member: ServerMember;
  readonly mayBan: boolean;
  readonly onAsk: (measure: Measure) => void;
  readonly onEndTimeout: () => void;
}

function MemberMenu({ member, mayBan, onAsk, onEndTimeout }: MemberMenuProps) {
  const s = useServerTexts();
  const label = s.actionsFor(member.user.displayName);
  return (
    <Menu.Root>
      <Menu.Trigger className={button.icon} aria-label={label} title={label}>
        <Ellipsis aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            {isTimedOut(member) ? (
              <Menu.Item className={menu.item} onClick={onEndTimeout}>
                {s.endTimeout}
              </Menu.Item>
            ) : (
              <Menu.Item className={menu.item} onClick={() => onAsk('time-out')}>
                {s.timeOut}
              </Menu.Item>
            )}
            <Menu.Item className={menu.item} onClick={() => onAsk('delete-messages')}>
              {s.deleteMessages}
            </Menu.Item>
            {mayBan && (
              <>
                <Menu.Separator className={menu.line} />
                <Menu.Item className={menu.item} data-danger onClick={() => onAsk('remove')}>
                  {s.removeMember}
                </Menu.Item>
                <Menu.Item className={menu.item} data-danger onClick={() => onAsk('ban')}>
                  {s.ban}
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface HandOverDialogProps {
  readonly serverId: string;
  readonly heir: User;
  readonly onClose: () => void;
}

function HandOverDialog({ serverId, heir, onClose }: HandOverDialogProps) {
  const s = useServerTexts();
  const { client } = useStore();
  const withProof = useProof();
  return (
    <FormDialog
      title={s.handOver(heir.displayName)}
      action={s.handOver(heir.displayName).replace(/[?؟]$/, '')}
      look="danger"
      isOpen
      onClose={onClose}
      onSubmit={() =>
        withProof(() => client.api.servers.updateMember.mutate({ serverId, userId: heir.id, role: 'owner' }))
      }
    >
      <p>{s.handOverText}</p>
    </FormDialog>
  );
}
