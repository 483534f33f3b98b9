import type { AnyChannel, User } from '@palaver/client';
import type { StoreState } from '@palaver/client/store';
import { useSelected } from '@palaver/react';
import { type ComponentProps, useMemo } from 'react';
import { Emoji } from '../emoji/emoji.js';
import { useChatHost } from '../host/chat-host.js';
import { Avatar } from '../ui/avatar.js';
import { opensMenu } from '../ui/opens-menu.js';
import { LookAlikeMark } from './look-alike-mark.js';
import styles from './person.module.css';
import { isOnlineIn } from './presence.js';

export function usePresence(userId: string): boolean {
  return useSelected(useMemo(() => (state: StoreState) => isOnlineIn(state, userId), [userId]));
}

/** The picture of somebody, with a dot where they are online. */
export function PersonAvatar({
  user,
  size = 'medium',
}: Pick<ComponentProps<typeof Avatar>, 'size'> & { readonly user: User }) {
  return <Avatar user={user} size={size} isOnline={usePresence(user.id)} />;
}

/** The emoji that stands for somebody's status; what they say with it is its tooltip. */
export function StatusEmoji({ user }: { readonly user: Pick<User, 'status' | 'statusEmoji'> }) {
  if (user.statusEmoji === null) return null;
  return (
    <span className={styles.status} title={user.status || undefined}>
      <Emoji emoji={user.statusEmoji} />
    </span>
  );
}

interface PersonNameProps {
  readonly user: User;
  readonly serverId: string | null;
  /** The channel as whose member they are shown. */
  readonly channel?: AnyChannel;
  readonly className?: string | undefined;
}

/** The name of somebody with their status. Pressed, it shows who they are. It has a context menu. */
export function PersonName({ user, serverId, channel, className = '' }: PersonNameProps) {
  const { openOverlay } = useChatHost();
  return (
    <>
      <button
        type="button"
        className={`${styles.name} ${className}`}
        dir="auto"
        onClick={({ currentTarget }) =>
          openOverlay({ kind: 'profile', anchor: currentTarget, user, serverId })
        }
        {...opensMenu((anchor, at) =>
          openOverlay({ kind: 'person-menu', anchor, at, user, serverId, channel: channel ?? null }),
        )}
      >
        {user.displayName}
      </button>
      <LookAlikeMark userId={user.id} />
      <StatusEmoji user={user} />
    </>
  );
}
