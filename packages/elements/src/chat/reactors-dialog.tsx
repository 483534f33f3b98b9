import type { Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { Emoji, emojiName } from '../emoji/emoji.js';
import { useTexts } from '../i18n/i18n.js';
import { PersonAvatar } from '../people/person.js';
import { Dialog } from '../ui/dialog.js';
import { usePages } from '../ui/use-pages.js';
import styles from './history.module.css';

/** Who has reacted to a message, by emoji, page by page. */
export default function ReactorsDialog({
  message,
  onClose,
}: {
  readonly message: Message;
  readonly onClose: () => void;
}) {
  const t = useTexts();
  const [chosen, setChosen] = useState(message.reactions[0]?.emoji ?? '');
  return (
    <Dialog title={t.whoReacted} isOpen onClose={onClose}>
      <div className={styles.tabs}>
        {message.reactions.map(({ emoji, count }) => (
          <button
            key={emoji}
            type="button"
            aria-pressed={emoji === chosen}
            aria-label={`${emojiName(emoji)} ${count}`}
            onClick={() => setChosen(emoji)}
          >
            <Emoji emoji={emoji} /> {count}
          </button>
        ))}
      </div>
      <Reactors key={chosen} messageId={message.id} emoji={chosen} />
    </Dialog>
  );
}

function Reactors({ messageId, emoji }: { readonly messageId: string; readonly emoji: string }) {
  const t = useTexts();
  const { client } = useStore();
  const people = usePages(
    (page) => client.api.messages.reactors.query({ messageId, emoji, ...page }),
    ({ id }) => id,
  );
  return (
    <>
      {people.error !== null && <p role="alert">{people.error}</p>}
      <ul className={styles.people} aria-label={t.people}>
        {people.items?.map((user) => (
          <li key={user.id} className={styles.person}>
            <PersonAvatar user={user} size="small" />
            <span className={styles.name} dir="auto">
              {user.displayName} <small>@{user.username}</small>
            </span>
          </li>
        ))}
      </ul>
      {people.more}
    </>
  );
}
