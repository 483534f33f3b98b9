import type { AnyChannel } from '@palaver/client';
import sidebar from '@palaver/elements/channels/sidebar.module.css';
import { useMyMembership } from '@palaver/elements/people/my-role.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { UserPlus } from 'lucide-react';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { actsOnChannel } from './acts-on-channel.js';

/** Adds people to a channel. There is none for who may not. */
export function AddPeopleButton({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const membership = useMyMembership(channel.serverId);
  const { role = null, timedOutUntil = null } = membership ?? {};
  if (!actsOnChannel(channel, { role, timedOutUntil, isMember: true }).addPeople) return null;
  return (
    <button
      type="button"
      className={`${sidebar.item} ${dialog.choice}`}
      onClick={() => openDialog({ kind: 'add-people', channel })}
    >
      <UserPlus aria-hidden="true" /> {t.addPeople}
    </button>
  );
}
