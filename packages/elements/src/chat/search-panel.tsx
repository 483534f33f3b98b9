import type { AnyChannel, PalaverOutputs } from '@palaver/client';
import { coveredText, parse } from '@palaver/markup';
import { useStore } from '@palaver/react';
import { type FormEvent, useMemo, useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useI18n } from '../i18n/i18n.js';
import { authorName } from '../people/author-name.js';
import { Avatar } from '../ui/avatar.js';
import { Boundary } from '../ui/boundary.js';
import { type Loaded, pageAfter, withPage } from '../ui/pages.js';
import { sentenceOf } from '../ui/refusal.js';
import { foundParts } from './found-parts.js';
import styles from './search-panel.module.css';

type Found = PalaverOutputs['search']['everywhere'][number];

/** Searches the messages of the server, or of everything where the channel is a direct message. */
export default function SearchPanel({ channel }: { readonly channel: AnyChannel }) {
  const { t } = useI18n();
  const { client } = useStore();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Loaded<Found> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function search(q: string, earlier: readonly Found[]) {
    setBusy(true);
    setError(null);
    const request = pageAfter(earlier, ({ message }) => message.id);
    try {
      const next = channel.serverId
        ? await client.api.search.inServer.query({ serverId: channel.serverId, q, ...request })
        : await client.api.search.everywhere.query({ q, ...request });
      setFound(withPage(earlier, next, request));
    } catch (cause) {
      setError(sentenceOf(cause, t.somethingWrong));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    setQuery(q);
    if (q !== '') void search(q, []);
  }

  return (
    <div className={styles.panel}>
      <search>
        <form onSubmit={submit}>
          <input
            name="q"
            type="search"
            aria-label={t.search}
            placeholder={t.searchHint}
            maxLength={500}
            // biome-ignore lint/a11y/noAutofocus: one has just asked to search
            autoFocus
          />
        </form>
      </search>
      {error !== null && <p role="alert">{error}</p>}
      <div role="status">{found?.items.length === 0 && <p>{t.noMatch}</p>}</div>
      <ul aria-busy={isBusy}>
        {found?.items.map(({ message, ranges }) => (
          <Boundary key={message.id} of="row">
            <FoundMessage message={message} ranges={ranges} serverId={channel.serverId} />
          </Boundary>
        ))}
      </ul>
      {found?.isWhole === false && (
        <button
          type="button"
          className={styles.more}
          disabled={isBusy}
          onClick={() => void search(query, found.items)}
        >
          {t.showMore}
        </button>
      )}
    </div>
  );
}

function FoundMessage({ message, ranges, serverId }: Found & { readonly serverId: string | null }) {
  const { locale } = useI18n();
  const { show } = useChatHost();
  const time = new Date(message.createdAt).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <li>
      <button
        type="button"
        className={styles.found}
        onClick={() => show({ serverId, channelId: message.channelId, messageId: message.id })}
      >
        <span className={styles.head}>
          <Avatar user={message.user} size="small" />
          <strong dir="auto">{authorName(message)}</strong>
          <time dateTime={message.createdAt}>{time}</time>
        </span>
        <span className={styles.text} dir="auto">
          <MarkedText content={message.content} ranges={ranges} />
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
