import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource, useStore } from '@palaver/react';
import { Suspense, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { afterMessages } from '../ui/first-messages.js';
import { late } from '../ui/late.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './channel-page.module.css';
import { Composer } from './composer.js';
import { KeptText } from './kept-text.js';
import { MessageList } from './message-list.js';
import type { ReadingEntry } from './reading-entry.js';
import { ReceiptsProvider } from './seen-by.js';
import { TypingLine } from './typing-line.js';
import { UnreadFromProvider } from './unread-from.js';
import { useEditLast } from './use-edit-last.js';
import { wayToWrite } from './way-to-write.js';

const OwnAnswers = late(afterMessages(() => import('../bots/own-answers.js')));

interface ConversationProps {
  readonly channel: AnyChannel;
  /** Where the channel is shown; null for its end. */
  readonly entry: ReadingEntry | null;
  readonly onThread: (rootId: string) => void;
}

/** The messages and where one writes. */
export function Conversation({ channel, entry, onThread }: ConversationProps) {
  const [unreadFrom, setUnreadFrom] = useState<string | null>(null);
  const editLast = useEditLast(channel.id, null);
  return (
    <UnreadFromProvider value={setUnreadFrom}>
      <ReceiptsProvider channel={channel}>
        <MessageList
          channel={channel}
          threadId={null}
          entry={entry}
          unreadFrom={unreadFrom}
          onThread={onThread}
        />
      </ReceiptsProvider>
      <Suspense>
        <OwnAnswers channel={channel} threadId={null} />
      </Suspense>
      <TypingLine channel={channel} />
      <WritingPlace channel={channel} onSent={() => setUnreadFrom(null)} onUp={editLast} />
    </UnreadFromProvider>
  );
}

/** Where one writes; in a channel that one only reads, the way in. */
function WritingPlace({
  channel,
  onSent,
  onUp,
}: {
  readonly channel: AnyChannel;
  readonly onSent: () => void;
  readonly onUp: () => void;
}) {
  const t = useTexts();
  const { client } = useStore();
  const attempt = useAttempt();
  const { value: unread } = useResource(resources.unread);
  const { serverId, id: channelId } = channel;
  const way = wayToWrite(channel, unread?.items ?? null);
  if (way === 'archived') {
    return (
      <>
        <p className={styles.note}>{t.archived}</p>
        <KeptText channelId={channelId} />
      </>
    );
  }
  if (way === 'write') {
    return (
      <Composer
        channel={channel}
        threadId={null}
        label={t.messageTo(channel.displayName)}
        onSent={onSent}
        onUp={onUp}
      />
    );
  }
  if (way === null || serverId === null) return null;
  return (
    <>
      <div className={styles.note}>
        <p>{t.notMember}</p>
        <Button onClick={() => void attempt(client.api.channels.join.mutate({ serverId, channelId }))}>
          {t.joinChannel}
        </Button>
      </div>
      <KeptText channelId={channelId} />
    </>
  );
}
