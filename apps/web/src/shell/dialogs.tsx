import { KeysHeld } from '@palaver/elements/ui/keys-held.js';
import { late } from '@palaver/elements/ui/late.js';
import { type ReactNode, Suspense } from 'react';
import { type OpenedDialog, openDialog, useOpenedDialog } from '../ui/opened-dialog.js';

const AddPeopleDialog = late(() => import('../channels/add-people-dialog.js'));
const AddServerDialog = late(() => import('./add-server-dialog.js'));
const BrowseChannelsDialog = late(() => import('../channels/browse-channels-dialog.js'));
const CreateChannelDialog = late(() => import('./create-channel-dialog.js'));
const InviteDialog = late(() => import('./invite-dialog.js'));
const LeaveChannelDialog = late(() => import('../channels/leave-channel-dialog.js'));
const NewDmDialog = late(() => import('./new-dm-dialog.js'));
const QuickSwitcher = late(() => import('./quick-switcher.js'));
const ShortcutsDialog = late(() => import('./shortcuts-dialog.js'));
const RemoveMemberDialog = late(() => import('../channels/remove-member-dialog.js'));

/** The dialog that is open, whoever opened it. */
export function Dialogs() {
  const opened = useOpenedDialog();
  return <Suspense fallback={<KeysHeld />}>{opened && shown(opened)}</Suspense>;
}

const close = () => openDialog(null);

function shown(opened: OpenedDialog): ReactNode {
  switch (opened.kind) {
    case 'add-people':
      return (
        <AddPeopleDialog
          key={opened.channel.id}
          channel={opened.channel}
          isNew={opened.isNew ?? false}
          onClose={close}
        />
      );
    case 'add-server':
      return <AddServerDialog isOpen onClose={close} />;
    case 'browse-channels':
      return <BrowseChannelsDialog serverId={opened.serverId} onClose={close} />;
    case 'create-channel':
      return <CreateChannelDialog serverId={opened.serverId} onClose={close} />;
    case 'invite':
      return <InviteDialog serverId={opened.serverId} isOpen onClose={close} />;
    case 'leave-channel':
      return <LeaveChannelDialog channel={opened.channel} onClose={close} />;
    case 'new-dm':
      return <NewDmDialog onClose={close} />;
    case 'switcher':
      return <QuickSwitcher onClose={close} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={close} />;
    case 'remove-member':
      return <RemoveMemberDialog channel={opened.channel} user={opened.user} onClose={close} />;
  }
}
