import type { PalaverOutputs } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { coveredText, parse } from '@palaver/markup';
import { useResource } from '@palaver/react';
import { useMemo } from 'react';
import { useChatHost } from '../../host/chat-host.js';
import { useI18n } from '../../i18n/i18n.js';
import { authorName } from '../../people/author-name.js';
import { Avatar } from '../../ui/avatar.js';
import { foundParts } from '../found-parts.js';
import styles from './search.module.css';

export type Found = PalaverOutputs['search']['everywhere'][number];

/** A message that was found: where, by whom, when, and what it shows. */
export function SearchHit({ message, ranges }: Found) {
  const { t, locale } = useI18n();
  const { show } = useChatHost();
  const { id: messageId, channelId, threadId } = message;
  const { value } = useResource(useMemo(() => resources.channel(channelId), [channelId]));
  const channel = value?.channel ?? null;
  const time = new Date(message.createdAt).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <li>
      <button
        type="button"
        className={styles.found}
        disabled={channel === null}
        onClick={() => show({ serverId: channel?.serverId ?? null, channelId, messageId, threadId })}
      >
        <span className={styles.place}>
          <span dir="auto">{channel && `${channel.isDm ? '' : '#'}${channel.displayName}`}</span>
          {threadId !== null && <span>{t.thread}</span>}
          <time dateTime={message.createdAt}>{time}</time>
        </span>
        <span className={styles.head}>
          <Avatar user={message.user} size="small" />
          <strong dir="auto">{authorName(message)}</strong>
        </span>
        <span className={styles.text} dir="auto">
          <MarkedText content={message.content} ranges={ranges} />
          {message.content === '' && message.attachments.map(({ filename }) => filename).join(', ')}
        </span>
      </button>
    </li>
  );
}

/** What a message shows, with what was found in it. */
function MarkedText({ content, ranges }: { readonly content: string; readonly ranges: Found['ranges'] }) {
  const plain = useMemo(() => coveredText(parse(content)), [content]);
  // What was found may be something that is not shown, such as the target of a link.
  const shown = ranges.map((range) => plain.shown(range)).filter(({ start, end }) => end > start);
  return (
    <>
      {foundParts(plain.text, shown).map(({ start, text, isFound }) =>
        isFound ? <mark key={start}>{text}</mark> : text,
      )}
    </>
  );
}
