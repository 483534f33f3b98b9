import { savedMessages } from '@palaver/client/personal';
import { useList, useStore } from '@palaver/react';
import { Bookmark, BookmarkMinus } from 'lucide-react';
import { useState } from 'react';
import { Emoji, emojiName } from '../emoji/emoji.js';
import { recentEmoji } from '../emoji/recent-emoji.js';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './message-row.module.css';

/** This many emoji are at hand without opening the picker. */
const QUICK = 3;

/** The emoji that one has used last. */
export function quickEmoji(): readonly string[] {
  return recentEmoji().slice(0, QUICK);
}

export function QuickReactions({ onReact }: { readonly onReact: (emoji: string) => void }) {
  const t = useTexts();
  const [quick] = useState(quickEmoji);
  return quick.map((emoji) => (
    <IconButton
      key={emoji}
      label={t.reactWith(emojiName(emoji))}
      className={styles.quick}
      onClick={() => onReact(emoji)}
    >
      <Emoji emoji={emoji} />
    </IconButton>
  ));
}

/** Whether the person keeps a message for themselves, and what changes it. */
export function useSaved(messageId: string): { readonly isSaved: boolean; readonly change: () => void } {
  const t = useTexts();
  const { tell } = useChatHost();
  const attempt = useAttempt();
  const { api } = useStore().client;
  const { value: saved } = useList(savedMessages);
  const isSaved = saved?.items.some((item) => item.messageId === messageId) ?? false;
  const change = () =>
    void attempt(
      isSaved
        ? api.savedMessages.unsave.mutate({ messageId })
        : api.savedMessages.save.mutate({ messageId }).then(() => tell(t.messageSaved)),
    );
  return { isSaved, change };
}

export function SaveButton({ messageId }: { readonly messageId: string }) {
  const t = useTexts();
  const { isSaved, change } = useSaved(messageId);
  return (
    <IconButton label={isSaved ? t.unsaveMessage : t.saveMessage} aria-pressed={isSaved} onClick={change}>
      {isSaved ? <BookmarkMinus aria-hidden="true" /> : <Bookmark aria-hidden="true" />}
    </IconButton>
  );
}
