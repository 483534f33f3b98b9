import type { AnyChannel } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { useMemo } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Composer } from './composer.js';
import { MessageList } from './message-list.js';
import { MessageRow } from './message-row.js';

/** The first message of a thread, its replies, and where one answers. */
export function ThreadPanel({ channel, rootId }: { readonly channel: AnyChannel; readonly rootId: string }) {
  const t = useTexts();
  const { value: root } = useResource(
    useMemo(() => resources.message(rootId, channel.id), [rootId, channel.id]),
  );
  return (
    <>
      {root && <MessageRow message={root} isFirst channel={channel} onThread={undefined} />}
      <MessageList channel={channel} threadId={rootId} />
      <Composer channelId={channel.id} threadId={rootId} label={t.reply} />
    </>
  );
}
