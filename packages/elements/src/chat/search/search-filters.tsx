import type { AnyChannel } from '@palaver/client';
import { useTexts } from '../../i18n/i18n.js';
import styles from './search.module.css';
import { hasPart, toggled } from './search-words.js';

export type Sort = 'newest' | 'best';

interface SearchFiltersProps {
  readonly channel: AnyChannel;
  readonly query: string;
  readonly sort: Sort;
  readonly onQuery: (query: string) => void;
  readonly onSort: (sort: Sort) => void;
}

/** What is often searched by, at hand, and the order of what is found. */
export function SearchFilters({ channel, query, sort, onQuery, onSort }: SearchFiltersProps) {
  const t = useTexts();
  const filters = [
    ...(channel.isDm ? [] : [{ part: `in:#${channel.name}`, label: t.filterHere }]),
    { part: 'from:me', label: t.filterMine },
    { part: 'has:file', label: t.filterFiles },
    { part: 'has:link', label: t.filterLinks },
    { part: 'is:pinned', label: t.filterPinned },
    { part: 'is:thread', label: t.filterThreads },
  ];
  return (
    <div className={styles.filters}>
      {filters.map(({ part, label }) => (
        <button
          key={part}
          type="button"
          aria-pressed={hasPart(query, part)}
          onClick={() => onQuery(toggled(query, part))}
        >
          {label}
        </button>
      ))}
      <select
        aria-label={t.sortBy}
        value={sort}
        onChange={({ target }) => onSort(target.value === 'best' ? 'best' : 'newest')}
      >
        <option value="newest">{t.sortNewest}</option>
        <option value="best">{t.sortBest}</option>
      </select>
    </div>
  );
}
