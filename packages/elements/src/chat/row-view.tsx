import type { AnyChannel } from '@palaver/client';
import { Suspense } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { DayLine, JoinedLine, NewLine } from './lines.js';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.js';
import type { Row } from './message-rows.js';
import { OutgoingRow } from './outgoing-row.js';

interface RowViewProps {
  readonly row: Row;
  /** Whether its message was asked for by its id. */
  readonly isTarget: boolean;
  readonly channel: AnyChannel;
  readonly onThread: ((rootId: string) => void) | undefined;
}

/** A row of a list of messages. */
export function RowView({ row, isTarget, channel, onThread }: RowViewProps) {
  const t = useTexts();
  const { Beginning } = useChatHost();
  switch (row.kind) {
    case 'beginning':
      return (
        <header className={styles.beginning}>
          <h2>{t.beginning(channel.displayName)}</h2>
          <Suspense>
            <Beginning channel={channel} />
          </Suspense>
        </header>
      );
    case 'day':
      return <DayLine date={row.date} channel={channel} />;
    case 'new':
      return <NewLine />;
    case 'joined':
      return <JoinedLine members={row.members} />;
    case 'message':
      return (
        <MessageRow
          message={row.message}
          isFirst={row.isFirst}
          isTarget={isTarget}
          channel={channel}
          onThread={onThread}
        />
      );
    case 'outgoing':
      return <OutgoingRow outgoing={row.outgoing} isFirst={row.isFirst} />;
  }
}
