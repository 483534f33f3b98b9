import type { AnyChannel } from '@palaver/client';
import { useRef, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Boundary } from '../ui/boundary.js';
import styles from './search/search.module.css';
import type { OperatorTexts } from './search/search-choices.js';
import { SearchField } from './search/search-field.js';
import { SearchFilters, type Sort } from './search/search-filters.js';
import { SearchHelp } from './search/search-help.js';
import { SearchHit } from './search/search-hit.js';
import { useSearch } from './search/use-search.js';

/** Searches the messages of the server, or of everything where the channel is a direct message. */
export default function SearchPanel({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<Sort>('newest');
  const { found, error, isBusy, search, more } = useSearch(channel);
  const field = useRef<{ focus(): void }>(null);
  const texts: OperatorTexts = {
    from: t.searchFrom,
    in: t.searchIn,
    has: t.searchHas,
    is: t.searchIs,
    before: t.searchBefore,
    after: t.searchAfter,
    on: t.searchOn,
  };

  function change(nextQuery: string, nextSort: Sort) {
    setQuery(nextQuery);
    setSort(nextSort);
    void search(nextQuery, nextSort);
  }

  function begin(part: string) {
    setQuery(query.trim() === '' ? part : `${query.trimEnd()} ${part}`);
    field.current?.focus();
  }

  return (
    <div className={styles.panel}>
      <search>
        <SearchField
          ref={field}
          query={query}
          serverId={channel.serverId}
          texts={texts}
          error={error}
          onQuery={setQuery}
          onSearch={() => void search(query, sort)}
        />
      </search>
      <SearchFilters
        channel={channel}
        query={query}
        sort={sort}
        onQuery={(next) => change(next, sort)}
        onSort={(next) => change(query, next)}
      />
      <p role="status" className={styles.status}>
        {found !== null &&
          (found.items.length === 0 ? t.noMatch : t.countFound(found.items.length, found.isWhole))}
      </p>
      <ul aria-busy={isBusy}>
        {found?.items.map((hit) => (
          <Boundary key={hit.message.id} of="row">
            <SearchHit {...hit} />
          </Boundary>
        ))}
      </ul>
      {found?.isWhole === false && (
        <button
          type="button"
          className={styles.more}
          aria-busy={isBusy}
          onClick={() => !isBusy && void more()}
        >
          {t.showMore}
        </button>
      )}
      {(found === null || found.items.length === 0) && <SearchHelp texts={texts} onBegin={begin} />}
    </div>
  );
}
