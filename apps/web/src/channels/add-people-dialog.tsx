import type { AnyChannel, User } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useStore } from '@palaver/react';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useI18n } from '../i18n/i18n.js';
import { NOBODY, type PeopleChoice, without } from '../people/people-choice.js';
import { PeopleField } from '../people/people-field.js';
import { openDialog } from '../ui/opened-dialog.js';
import { tell } from '../ui/tell.js';
import { writingPlace } from '../ui/writing-place.js';
import { DM_SIZE_MAX } from './acts-on-channel.js';
import { ADDED_MAX, addMembers, type Failure } from './add-members.js';
import { useChannelsTexts } from './texts.js';
import { useAllMembers } from './use-all-members.js';

const NO_USERS: readonly User[] = [];

interface AddPeopleDialogProps {
  readonly channel: AnyChannel;
  /** Whether the channel was made just now. */
  readonly isNew: boolean;
  readonly onClose: () => void;
}

/** Adds people to a channel. To a direct message nobody is added: it opens the next one, with everybody. */
export default function AddPeopleDialog({ channel, isNew, onClose }: AddPeopleDialogProps) {
  const s = useChannelsTexts();
  const { t, locale } = useI18n();
  const [choice, setChoice] = useState<PeopleChoice>(NOBODY);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { users, max } = usePeopleOf(channel);
  const hiddenIds = useMemo(() => new Set(users.map(({ id }) => id)), [users]);
  const add = useAdding(channel, users);

  async function submit() {
    if (isBusy || choice.chosen.length === 0) return;
    setBusy(true);
    const failed = await add(choice.chosen);
    const added = choice.chosen.filter(({ id }) => !failed.some(({ user }) => user.id === id));
    setBusy(false);
    setFailures(failed);
    setChoice((now) => added.reduce((rest, { id }) => without(rest, id), now));
    const names = new Intl.ListFormat(locale).format(added.map(({ displayName }) => displayName));
    if (added.length > 0 && !channel.isDm) tell(s.added(names));
    if (failed.length === 0) onClose();
  }

  const isAlone = !channel.isDm && channel.isPrivate && users.length === 1;
  return (
    <Dialog
      title={s.addPeopleTo(channel.displayName)}
      isAtTop
      isOpen
      onClose={onClose}
      focusAfter={channel.isDm || isNew ? writingPlace : undefined}
    >
      <form
        className={dialog.form}
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {isAlone && <p>{s.onlyAddedSee}</p>}
        {channel.isDm && <p>{s.nextGroupHint}</p>}
        <PeopleField
          choice={choice}
          onChoice={setChoice}
          serverId={channel.serverId}
          hiddenIds={hiddenIds}
          max={max}
          onSubmit={() => void submit()}
        />
        <Failures failures={failures} />
        <div className={dialog.row}>
          {channel.serverId !== null && <InviteButton serverId={channel.serverId} />}
          <Button look="plain" onClick={onClose}>
            {isAlone ? s.notNow : t.cancel}
          </Button>
          <Button type="submit" disabled={isBusy || choice.chosen.length === 0}>
            {channel.isDm ? s.startConversation : s.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** For whoever is not in the server. */
function InviteButton({ serverId }: { readonly serverId: string }) {
  const { t } = useI18n();
  return (
    <Button look="plain" className={dialog.aside} onClick={() => openDialog({ kind: 'invite', serverId })}>
      <UserPlus aria-hidden="true" /> {t.invitePeople}
    </Button>
  );
}

function Failures({ failures }: { readonly failures: readonly Failure[] }) {
  const s = useChannelsTexts();
  if (failures.length === 0) return null;
  return (
    <div role="alert">
      {failures.map(({ user, reason }) => (
        <p key={user.id} className={dialog.error} dir="auto">
          {s.whyNot(user.displayName, reason)}
        </p>
      ))}
    </div>
  );
}

/** Who is in a channel already, and how many may be chosen. */
function usePeopleOf({ id, isDm, members }: AnyChannel) {
  const users = useAllMembers(id) ?? members ?? NO_USERS;
  return { users, max: isDm ? DM_SIZE_MAX - users.length : ADDED_MAX };
}

/** Adds people. Resolves with those who could not be added: of a direct message all or none. */
function useAdding({ id: channelId, serverId }: AnyChannel, users: readonly User[]) {
  const { t } = useI18n();
  const { api } = useStore().client;
  const [, navigate] = useLocation();

  return async (chosen: readonly User[]): Promise<readonly Failure[]> => {
    if (serverId !== null) return addMembers({ api, serverId, channelId, t }, chosen);
    try {
      const dm = await api.dms.create.mutate({ userIds: [...users, ...chosen].map(({ id }) => id) });
      navigate(`/dms/${dm.id}`);
      return [];
    } catch (cause) {
      return chosen.map((user) => ({ user, reason: sentenceOf(cause, t) }));
    }
  };
}
