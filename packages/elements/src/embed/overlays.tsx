import { Suspense } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { KeysHeld } from '../ui/keys-held.js';
import { late } from '../ui/late.js';
import type { Overlay } from '../ui/overlay.js';
import type { ToldLines } from '../ui/tell.js';
import { Told } from '../ui/told.js';

const EmojiPopover = late(() => import('../emoji/emoji-popover.js'));
const ProfileCard = late(() => import('../people/profile-card.js'));

interface OverlaysProps {
  readonly overlay: Overlay | null;
  readonly lines: ToldLines;
}

/** What floats above the parts of a chat. */
export function Overlays({ overlay, lines }: OverlaysProps) {
  const { openOverlay } = useChatHost();
  return (
    <>
      <Suspense fallback={overlay?.kind === 'emoji' && <KeysHeld />}>
        {overlay?.kind === 'emoji' && <EmojiPopover overlay={overlay} onClose={() => openOverlay(null)} />}
        {overlay?.kind === 'profile' && <ProfileCard key={overlay.user.id} overlay={overlay} />}
        {overlay?.kind === 'person-menu' && (
          <ProfileCard key={overlay.user.id} overlay={{ ...overlay, kind: 'profile' }} />
        )}
      </Suspense>
      <Told lines={lines} />
    </>
  );
}
