import type { AnyChannel, User } from '@palaver/client';
import { IconButton } from '@palaver/elements/ui/button.js';
import { Ellipsis } from 'lucide-react';
import { useTexts } from '../i18n/i18n.js';
import { openOverlay } from '../ui/overlay.js';

interface PersonMenuButtonProps {
  readonly user: User;
  /** The channel as whose member they are shown. */
  readonly channel: AnyChannel;
  readonly className?: string | undefined;
}

/** Opens the menu of a member. */
export function PersonMenuButton({ user, channel, className = '' }: PersonMenuButtonProps) {
  const t = useTexts();
  const { serverId } = channel;
  return (
    <IconButton
      label={t.menuOf(user.displayName)}
      className={className}
      aria-haspopup="menu"
      onClick={({ currentTarget: anchor }) =>
        openOverlay({ kind: 'person-menu', anchor, at: null, user, serverId, channel })
      }
    >
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
}
