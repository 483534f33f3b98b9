import type { User } from '@palaver/client';
import { useAddressOfPath } from '../host/chat-session.js';
import styles from './avatar.module.css';
import { firstOf } from './graphemes.js';

interface AvatarProps {
  readonly user: Pick<User, 'id' | 'displayName' | 'avatarPath'>;
  readonly size?: 'tiny' | 'small' | 'medium' | 'large';
  readonly isOnline?: boolean;
}

/** The picture of somebody, or the first letters of their name on a colour of their own. */
export function Avatar({ user, size = 'medium', isOnline }: AvatarProps) {
  const addressOfPath = useAddressOfPath();
  return (
    <span
      className={`${styles.avatar} ${styles[size]}`}
      style={{ background: colourOf(user.id) }}
      aria-hidden="true"
    >
      {user.avatarPath === null ? (
        initials(user.displayName)
      ) : (
        <img src={addressOfPath(user.avatarPath)} alt="" loading="lazy" draggable={false} />
      )}
      {isOnline && <span className={styles.online} />}
    </span>
  );
}

/** The first letters of the first two words. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => firstOf(word).toUpperCase()).join('');
}

/** As many as the themes have. */
const COLOURS = 12;

/** The colour behind the letters, of the theme. The last digits of an id are random. */
export function colourOf(id: string): string {
  return `var(--avatar-${Number.parseInt(id.slice(-4), 16) % COLOURS})`;
}
