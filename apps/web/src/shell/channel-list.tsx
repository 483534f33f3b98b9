import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useLocation } from 'wouter';
import { ChannelLink } from './channel-link.js';
import type { ListRow } from './list-row.js';
import { SectionHeading } from './section-heading.js';
import styles from './sidebar.module.css';
import { useChannelKeys } from './use-channel-keys.js';
import type { SortableRows } from './use-sortable-rows.js';

/** The padding of the list, in pixels: the virtual rows begin below it. */
const PADDING = 8;
/** The height of a link, in pixels. */
const ROW = 32;
const NONE: readonly ListRow[] = [];

interface ChannelListProps {
  readonly rows: readonly ListRow[];
  readonly label: string;
  /** What is said below the rows. */
  readonly note: string | null;
  /** The rows to be sorted, of a server. */
  readonly sorting?: { readonly serverId: string; readonly Rows: SortableRows | null };
}

/** The channels of a sidebar under their headings. Of hundreds, those that are near to be seen are rendered. */
export function ChannelList({ rows: given, label, note, sorting }: ChannelListProps) {
  // The messages come first: a screenful of links in the same task would hold them up.
  const rows = useDeferredValue(given, NONE);
  useChannelKeys(given);
  const list = useRef<VirtualizerHandle>(null);
  const [path] = useLocation();
  const current = rows.findIndex((row) => 'href' in row && row.href === path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not when rows come or go, as the person may have scrolled
  useEffect(() => {
    if (current >= 0) list.current?.scrollToIndex(current, { align: 'nearest' });
  }, [path, current >= 0]);
  const [isFocused, setFocused] = useState(false);
  const Rows = useWhile(!isFocused, sorting?.Rows ?? null);
  return (
    <nav
      className={styles.list}
      aria-label={label}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {Rows !== null && sorting !== undefined ? (
        <Rows serverId={sorting.serverId} rows={rows} list={list} startMargin={PADDING} />
      ) : (
        <Virtualizer ref={list} data={rows} itemSize={ROW} startMargin={PADDING} as="ul" item="li">
          {(row) =>
            'heading' in row ? (
              <SectionHeading key={row.key} row={row} />
            ) : (
              <ChannelLink {...row} key={row.key} />
            )
          }
        </Virtualizer>
      )}
      {note !== null && <p className={styles.empty}>{note}</p>}
    </nav>
  );
}

/** Follows `value` while that is allowed: other rows would take the focus from a link. */
function useWhile<Value>(isAllowed: boolean, value: Value): Value {
  const [followed, setFollowed] = useState(() => value);
  if (isAllowed && followed !== value) setFollowed(() => value);
  return followed;
}
