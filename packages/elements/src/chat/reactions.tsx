import type { AnyChannel, Message } from '@palaver/client';
import type { StoreState } from '@palaver/client/store';
import { useSelected, useStore } from '@palaver/react';
import { SmilePlus } from 'lucide-react';
import { Emoji, emojiName } from '../emoji/emoji.js';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './message-row.module.css';
import { useNames, useNeeded } from './names.js';

const selectUserId = ({ userId }: StoreState) => userId;

/** This many names are in a tooltip. */
const NAMED_MAX = 10;

/** The reactions to a message, each a button that adds or takes back one's own. */
export function Reactions({ message, channel }: { readonly message: Message; readonly channel: AnyChannel }) {
  if (message.reactions.length === 0) return null;
  return <ReactionButtons message={message} channel={channel} />;
}

function ReactionButtons({ message, channel }: { readonly message: Message; readonly channel: AnyChannel }) {
  const t = useTexts();
  const { openOverlay } = useChatHost();
  const store = useStore();
  const attempt = useAttempt();
  const names = useNames();
  const myId = useSelected(selectUserId) ?? '';
  useNeeded(message.reactions.flatMap(({ users }) => users.slice(0, NAMED_MAX)));
  const nameOf = (id: string) => (id === myId ? t.you : names?.usersById.get(id)?.displayName);
  return (
    <div className={styles.reactions}>
      {message.reactions.map(({ emoji, count, users }) => {
        const isMine = users.includes(myId);
        const known = users.slice(0, NAMED_MAX).flatMap((id) => nameOf(id) ?? []);
        const told = t.reactedWith(t.namesAndMore(known, count - known.length), emojiName(emoji));
        const change = isMine ? store.unreact : store.react;
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-pressed={isMine}
            aria-label={`${emojiName(emoji)} ${count}, ${told}`}
            title={told}
            onClick={() => void attempt(change.call(store, message.id, emoji))}
          >
            <span aria-hidden="true">
              <Emoji emoji={emoji} />
            </span>
            {count}
          </button>
        );
      })}
      <button
        type="button"
        className={styles.reaction}
        aria-label={t.addReaction}
        title={t.addReaction}
        onClick={({ currentTarget }) =>
          openOverlay({
            kind: 'emoji',
            anchor: currentTarget,
            serverId: channel.serverId,
            onPick: (emoji) => void attempt(store.react(message.id, emoji)),
          })
        }
      >
        <SmilePlus aria-hidden="true" />
      </button>
    </div>
  );
}
