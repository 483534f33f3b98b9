import type { Message, User } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import { Emoji, emojiName } from '../emoji/emoji.js';
import { useTexts } from '../i18n/i18n.js';
import { PersonAvatar } from '../people/person.js';
import sidebar from '../shell/sidebar.module.css';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './history.module.css';

const PAGE = 50;

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
  const attempt = useAttempt();
  const [users, setUsers] = useState<readonly User[]>([]);
  const [hasMore, setMore] = useState(true);

  async function load() {
    const before = users.at(-1)?.id;
    const page = await client.api.messages.reactors.query({
      messageId,
      emoji,
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    });
    setUsers([...users, ...page]);
    setMore(page.length === PAGE);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page, once
  useEffect(() => void attempt(load()), []);
  return (
    <>
      <ul className={sidebar.items} aria-label={t.people}>
        {users.map((user) => (
          <li key={user.id} className={sidebar.item}>
            <PersonAvatar user={user} size="small" />
            <span className={sidebar.name} dir="auto">
              {user.displayName} <small>@{user.username}</small>
            </span>
          </li>
        ))}
      </ul>
      {hasMore && users.length > 0 && (
        <Button look="plain" onClick={() => void attempt(load())}>
          {t.showMore}
        </Button>
      )}
    </>
  );
}
