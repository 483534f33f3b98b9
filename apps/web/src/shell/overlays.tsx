import { late } from '@palaver/elements/ui/late.js';
import { useBackCloses } from '@palaver/elements/ui/use-back-closes.js';
import { Suspense, useEffect, useState } from 'react';
import { openOverlay, useOverlay } from '../ui/overlay.js';
import { currentlyTold, onTold } from '../ui/tell.js';
import { Dialogs } from './dialogs.js';

const EmojiPopover = late(() => import('@palaver/elements/emoji/emoji-popover.js'));
const ProfileCard = late(() => import('../people/profile-card.js'));
const ChannelContextMenu = late(() => import('../channels/channel-context-menu.js'));
const PersonMenu = late(() => import('../people/person-menu.js'));
const Toasts = late(() => import('../ui/toasts.js'));

const closeOverlay = () => openOverlay(null);

/** What floats above the page. */
export function Overlays() {
  const overlay = useOverlay();
  const hasTold = useHasTold();
  // The menus do so themselves.
  useBackCloses(overlay?.kind === 'emoji' || overlay?.kind === 'profile', closeOverlay);
  return (
    <>
      <Suspense>
        {overlay?.kind === 'emoji' && <EmojiPopover overlay={overlay} onClose={closeOverlay} />}
        {overlay?.kind === 'profile' && <ProfileCard key={overlay.user.id} overlay={overlay} />}
        {overlay?.kind === 'channel-menu' && <ChannelContextMenu overlay={overlay} />}
        {overlay?.kind === 'person-menu' && <PersonMenu overlay={overlay} />}
      </Suspense>
      <Dialogs />
      <Suspense>{hasTold && <Toasts />}</Suspense>
    </>
  );
}

/** Whether anything has been told yet. */
function useHasTold(): boolean {
  const [hasTold, setTold] = useState(false);
  useEffect(() => {
    const look = () => setTold((before) => before || currentlyTold().length > 0);
    look();
    return onTold(look);
  }, []);
  return hasTold;
}
