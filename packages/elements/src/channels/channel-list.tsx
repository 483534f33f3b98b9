import { type ComponentType, type Ref, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useListKeys } from '../ui/list-keys.js';
import { ChannelLink, CurrentChannelProvider } from './channel-link.js';
import type { ListRow } from './list-row.js';
import { SectionHeading } from './section-heading.js';
import styles from './sidebar.module.css';

/** The padding of the list, in pixels: the virtual rows begin below it. */
const PADDING = 8;
/** The height of a link, in pixels. */
const ROW = 32;
const NONE: readonly ListRow[] = [];

/** What shows the rows of a server so that they can be sorted. */
export type SortableRows = ComponentType<{
  readonly serverId: string;
  readonly rows: readonly ListRow[];
  readonly list: Ref<VirtualizerHandle>;
  readonly startMargin: number;
}>;

interface ChannelListProps {
  readonly rows: readonly ListRow[];
  /** The channel that is open; null for none. */
  readonly currentId: string | null;
  readonly label: string;
  /** What is said below the rows. */
  readonly note: string | null;
  /** The rows to be sorted, of a server. */
  readonly sorting?: { readonly serverId: string; readonly Rows: SortableRows | null };
}

/** The channels of a sidebar under their headings. Of hundreds, those that are near to be seen are rendered. */
export function ChannelList({ rows: given, currentId, label, note, sorting }: ChannelListProps) {
  // The messages come first: a screenful of links in the same task would hold them up.
  const rows = useDeferredValue(given, NONE);
  const list = useRef<VirtualizerHandle>(null);
  const current = rows.findIndex((row) => 'channel' in row && row.channel.id === currentId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not when rows come or go, as the person may have scrolled
  useEffect(() => {
    if (current >= 0) list.current?.scrollToIndex(current, { align: 'nearest' });
  }, [currentId, current >= 0]);
  const keys = useListKeys('li');
  const [isFocused, setFocused] = useState(false);
  const Rows = useWhile(!isFocused, sorting?.Rows ?? null);
  return (
    <nav
      className={styles.list}
      aria-label={label}
      onKeyDown={keys.onKeyDown}
      onFocus={(event) => {
        setFocused(true);
        keys.onFocus(event);
      }}
      onBlur={() => setFocused(false)}
    >
      <CurrentChannelProvider value={currentId}>
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
      </CurrentChannelProvider>
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
