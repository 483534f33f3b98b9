import { useAddressOfPath } from '../host/chat-session.js';
import styles from './emoji.module.css';

/** An emoji of a server, as the service keeps it in a reaction: its name, a colon and its id. */
const OF_SERVER = /^([^:\s]+):([0-9a-f-]{36})$/;

/** What an emoji is called: a server's own by its name between colons, any other one is its own name. */
export function emojiName(emoji: string): string {
  const [, name] = OF_SERVER.exec(emoji) ?? [];
  return name === undefined ? emoji : `:${name}:`;
}

/** Shows an emoji of Unicode, or of a server by its picture. */
export function Emoji({ emoji }: { readonly emoji: string }) {
  const [, name, id] = OF_SERVER.exec(emoji) ?? [];
  if (name === undefined || id === undefined) return <span className={styles.emoji}>{emoji}</span>;
  return <ServerEmojiImage name={name} path={`/api/emoji/${id}.webp`} />;
}

/** The picture of a server's emoji. Its name stands where there is none any more. */
export function ServerEmojiImage({ name, path }: { readonly name: string; readonly path: string }) {
  const addressOfPath = useAddressOfPath();
  return (
    <img
      className={styles.image}
      src={addressOfPath(path)}
      alt={`:${name}:`}
      title={`:${name}:`}
      loading="lazy"
      draggable={false}
    />
  );
}
