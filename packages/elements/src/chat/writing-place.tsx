import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource, useStore } from '@palaver/react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './channel-page.module.css';
import { Composer } from './composer.js';
import { KeptText } from './kept-text.js';
import { useEditLast } from './use-edit-last.js';
import { wayToWrite } from './way-to-write.js';

/** Where one writes; in a channel that one only reads, the way in. */
export function WritingPlace({
  channel,
  onSent,
}: {
  readonly channel: AnyChannel;
  readonly onSent?: () => void;
}) {
  const t = useTexts();
  const { client } = useStore();
  const attempt = useAttempt();
  const editLast = useEditLast(channel.id, null);
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
        {...(onSent ? { onSent } : {})}
        onUp={editLast}
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
