import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource, useStore } from '@palaver/react';
import { Pin, PinOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { IconButton } from '../ui/button.js';
import { EmptyNote } from '../ui/empty-note.js';
import { useAttempt } from '../ui/use-attempt.js';
import { MessageCard } from './message-card.js';
import styles from './message-card.module.css';

/** What is pinned in a channel, the last that was pinned first. */
export default function PinsPanel({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const { client } = useStore();
  const attempt = useAttempt();
  const { value, status } = useResource(useMemo(() => resources.pinsOf(channel.id), [channel.id]));
  const pins = value ?? [];
  return (
    <div className={styles.panel} aria-busy={status === 'loading'}>
      {status === 'ready' && pins.length === 0 && (
        <EmptyNote icon={<Pin aria-hidden="true" />} text={t.noPins} />
      )}
      <ul className={styles.cards}>
        {pins.map((message) => (
          <li key={message.id}>
            <MessageCard
              message={message}
              serverId={channel.serverId}
              place={null}
              actions={
                <IconButton
                  label={t.unpin}
                  onClick={() => void attempt(client.api.messages.unpin.mutate({ messageId: message.id }))}
                >
                  <PinOff aria-hidden="true" />
                </IconButton>
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
