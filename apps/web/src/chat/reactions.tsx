import type { AnyChannel, Message } from '@palaver/client';
import { resources, type StoreState } from '@palaver/client/store';
import { useResource, useSelected, useStore } from '@palaver/react';
import { useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import styles from './message-row.module.css';

const selectUserId = ({ userId }: StoreState) => userId;

/** The reactions to a message, each a button that adds or takes back one's own. */
export function Reactions({ message, channel }: { readonly message: Message; readonly channel: AnyChannel }) {
  if (message.reactions.length === 0) return null;
  return <ReactionButtons message={message} channel={channel} />;
}

function ReactionButtons({ message, channel }: { readonly message: Message; readonly channel: AnyChannel }) {
  const t = useTexts();
  const store = useStore();
  const myId = useSelected(selectUserId) ?? '';
  const { value } = useResource(useMemo(() => resources.membersOfChannel(channel.id), [channel.id]));
  const nameOf = (id: string) =>
    id === myId ? t.you : (value?.users.find((user) => user.id === id)?.displayName ?? '…');
  return (
    <div className={styles.reactions}>
      {message.reactions.map(({ emoji, count, users }) => {
        const isMine = users.includes(myId);
        const told = t.reactedWith(users.slice(0, 10).map(nameOf).join(', '), emoji);
        const change = isMine ? store.unreact : store.react;
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-pressed={isMine}
            aria-label={`${emoji} ${count}, ${told}`}
            title={told}
            onClick={() => void change.call(store, message.id, emoji).catch(() => {})}
          >
            <span aria-hidden="true">{emoji}</span> {count}
          </button>
        );
      })}
    </div>
  );
}
