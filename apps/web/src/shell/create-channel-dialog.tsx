import { type StoreState, selectGroups } from '@palaver/client/store';
import { anyChannel } from '@palaver/elements/channels/any-channel.js';
import { useMyRole } from '@palaver/elements/people/my-role.js';
import { isAtLeast } from '@palaver/elements/people/role.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { channelSlugOf, isChannelSlug } from '@palaver/markup';
import { useSelected, useStore } from '@palaver/react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { ADDED_MAX, addMembers } from '../channels/add-members.js';
import { useChannelsTexts } from '../channels/texts.js';
import { useTexts } from '../i18n/i18n.js';
import { NOBODY, type PeopleChoice } from '../people/people-choice.js';
import { PeopleField } from '../people/people-field.js';
import { SelectField } from '../settings/shared/fields.js';
import { openDialog } from '../ui/opened-dialog.js';
import { tell } from '../ui/tell.js';
import { writingPlace } from '../ui/writing-place.js';

interface CreateChannelDialogProps {
  readonly serverId: string;
  readonly onClose: () => void;
}

const selectUserId = ({ userId }: StoreState) => userId;

/** Makes a channel, with what it is about, its group and its people. */
export default function CreateChannelDialog({ serverId, onClose }: CreateChannelDialogProps) {
  const t = useTexts();
  const s = useChannelsTexts();
  const [name, setName] = useState('');
  const [choice, setChoice] = useState<PeopleChoice>(NOBODY);
  const myId = useSelected(selectUserId);
  const hiddenIds = useMemo(() => new Set([myId ?? '']), [myId]);
  const create = useCreate(serverId, choice);
  const slug = channelSlugOf(name);
  return (
    <FormDialog
      title={t.createChannel}
      action={t.create}
      isOpen
      onClose={onClose}
      onSubmit={create}
      focusAfter={writingPlace}
    >
      <Field
        label={t.channelName}
        name="name"
        required
        autoComplete="off"
        value={name}
        hint={isChannelSlug(slug) && slug !== name.trim() ? s.nameWillBe(slug) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Field label={s.topicIfAny} name="topic" maxLength={1024} autoComplete="off" />
      <Groups serverId={serverId} />
      <PeopleField
        label={s.peopleIfAny}
        choice={choice}
        onChoice={setChoice}
        serverId={serverId}
        hiddenIds={hiddenIds}
        max={ADDED_MAX}
        onSubmit={() => {}}
      />
      <label className={dialog.check}>
        <input type="checkbox" name="private" />
        {t.privateChannel}
      </label>
    </FormDialog>
  );
}

/** The group that the channel is put in, by whom the service lets do so. */
function Groups({ serverId }: { readonly serverId: string }) {
  const s = useChannelsTexts();
  const groups = useSelected(useMemo(() => selectGroups(serverId), [serverId]));
  const role = useMyRole(serverId);
  if (groups.length === 0 || role === null || !isAtLeast(role, 'admin')) return null;
  const options = groups.map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField label={s.group} name="group" options={[{ value: '', label: s.noGroup }, ...options]} />;
}

function useCreate(serverId: string, { chosen }: PeopleChoice) {
  const t = useTexts();
  const s = useChannelsTexts();
  const { api } = useStore().client;
  const [, navigate] = useLocation();
  return async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const isPrivate = form.get('private') !== null;
    const [name, topic, groupId] = [text('name'), text('topic'), text('group')];
    const channel = await api.channels.create.mutate({
      serverId,
      name,
      isPrivate,
      ...(topic === '' ? {} : { topic }),
    });
    const { id: channelId } = channel;
    navigate(`/servers/${serverId}/channels/${channelId}`);
    // From here on the channel is there: what fails is told, and can be done in its menu.
    const adding = { api, serverId, channelId, t };
    for (const { user, reason } of await addMembers(adding, chosen))
      tell(s.whyNot(user.displayName, reason), true);
    if (groupId !== '')
      await api.channels.update
        .mutate({ serverId, channelId, groupId })
        .catch((cause: unknown) => tell(sentenceOf(cause, t), true));
    if (!isPrivate || chosen.length > 0) return true;
    // Nobody else sees it yet: the next dialog takes the place of this one.
    openDialog({ kind: 'add-people', channel: anyChannel(channel), isNew: true });
    return false;
  };
}
