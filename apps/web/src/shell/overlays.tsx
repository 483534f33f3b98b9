import { KeysHeld } from '@palaver/elements/ui/keys-held.js';
import { late } from '@palaver/elements/ui/late.js';
import { Told } from '@palaver/elements/ui/told.js';
import { useBackCloses } from '@palaver/elements/ui/use-back-closes.js';
import { Suspense } from 'react';
import { openOverlay, useOverlay } from '../ui/overlay.js';
import { TOLD } from '../ui/tell.js';
import { Dialogs } from './dialogs.js';

const EmojiPopover = late(() => import('@palaver/elements/emoji/emoji-popover.js'));
const ProfileCard = late(() => import('@palaver/elements/people/profile-card.js'));
const ChannelContextMenu = late(() => import('../channels/channel-context-menu.js'));
const PersonMenu = late(() => import('../people/person-menu.js'));

const closeOverlay = () => openOverlay(null);

/** What floats above the page. */
export function Overlays() {
  const overlay = useOverlay();
  // The menus do so themselves.
  useBackCloses(overlay?.kind === 'emoji' || overlay?.kind === 'profile', closeOverlay);
  return (
    <>
      <Suspense fallback={overlay?.kind === 'emoji' && <KeysHeld />}>
        {overlay?.kind === 'emoji' && <EmojiPopover overlay={overlay} onClose={closeOverlay} />}
        {overlay?.kind === 'profile' && <ProfileCard key={overlay.user.id} overlay={overlay} />}
        {overlay?.kind === 'channel-menu' && <ChannelContextMenu overlay={overlay} />}
        {overlay?.kind === 'person-menu' && <PersonMenu overlay={overlay} />}
      </Suspense>
      <Dialogs />
      <Told lines={TOLD} />
    </>
  );
}
