import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import styles from '@palaver/elements/chat/channel-page.module.css';
import { Composer } from '@palaver/elements/chat/composer.js';
import { KeptText } from '@palaver/elements/chat/kept-text.js';
import { MessageList } from '@palaver/elements/chat/message-list.js';
import { ReceiptsProvider } from '@palaver/elements/chat/seen-by.js';
import { TypingLine } from '@palaver/elements/chat/typing-line.js';
import { UnreadFromProvider } from '@palaver/elements/chat/unread-from.js';
import { useEditLast } from '@palaver/elements/chat/use-edit-last.js';
import { wayToWrite } from '@palaver/elements/chat/way-to-write.js';
import { Button } from '@palaver/elements/ui/button.js';
import { afterMessages } from '@palaver/elements/ui/first-messages.js';
import { late } from '@palaver/elements/ui/late.js';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useResource, useStore } from '@palaver/react';
import { Suspense, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { useHistoryEntry } from './use-history-entry.js';

const OwnAnswers = late(afterMessages(() => import('@palaver/elements/bots/own-answers.js')));

/** The messages and where one writes. */
export function Conversation({
  channel,
  onThread,
}: {
  readonly channel: AnyChannel;
  readonly onThread: (rootId: string) => void;
}) {
  const [unreadFrom, setUnreadFrom] = useState<string | null>(null);
  const editLast = useEditLast(channel.id, null);
  const entry = useHistoryEntry(channel.id);
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
