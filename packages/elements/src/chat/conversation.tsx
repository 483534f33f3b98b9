import type { AnyChannel } from '@palaver/client';
import { Suspense, useState } from 'react';
import { afterMessages } from '../ui/first-messages.js';
import { late } from '../ui/late.js';
import { MessageList } from './message-list.js';
import type { ReadingEntry } from './reading-entry.js';
import { ReceiptsProvider } from './seen-by.js';
import { TypingLine } from './typing-line.js';
import { UnreadFromProvider } from './unread-from.js';
import { WritingPlace } from './writing-place.js';

const OwnAnswers = late(afterMessages(() => import('../bots/own-answers.js')));

interface ConversationProps {
  readonly channel: AnyChannel;
  /** Where the channel is shown; null for its end. */
  readonly entry: ReadingEntry | null;
  readonly onThread: (rootId: string) => void;
}

/** The messages and where one writes. */
export function Conversation(props: ConversationProps) {
  const [unreadFrom, setUnreadFrom] = useState<string | null>(null);
  return (
    <>
      <ChannelMessages {...props} unreadFrom={unreadFrom} onUnreadFrom={setUnreadFrom} />
      <WritingPlace channel={props.channel} onSent={() => setUnreadFrom(null)} />
    </>
  );
}

interface ChannelMessagesProps extends ConversationProps {
  /** The message from which on the person has marked the channel as unread; null where they have not. */
  readonly unreadFrom: string | null;
  readonly onUnreadFrom: (messageId: string | null) => void;
}

/** The messages of a channel, the answers that the person alone gets, and who is typing. */
export function ChannelMessages(props: ChannelMessagesProps) {
  const { channel, entry, onThread, unreadFrom, onUnreadFrom } = props;
  return (
    <UnreadFromProvider value={onUnreadFrom}>
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
    </UnreadFromProvider>
  );
}
