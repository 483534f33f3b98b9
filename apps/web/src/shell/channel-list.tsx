import { type ComponentProps, useEffect, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useLocation } from 'wouter';
import { ChannelLink } from './channel-link.js';
import styles from './sidebar.module.css';

/** What stands in the list of a sidebar, from top to bottom. */
export type ListRow = { readonly key: string } & (
  | { readonly heading: string }
  | ComponentProps<typeof ChannelLink>
);

/** The padding of the list, in pixels: the virtual rows begin below it. */
const PADDING = 8;

interface ChannelListProps {
  readonly rows: readonly ListRow[];
  readonly label: string;
  /** What is said below the rows. */
  readonly note: string | null;
}

/** The channels of a sidebar under their headings. Of hundreds, those that are near to be seen are rendered. */
export function ChannelList({ rows, label, note }: ChannelListProps) {
  const list = useRef<VirtualizerHandle>(null);
  const [path] = useLocation();
  const current = rows.findIndex((row) => 'href' in row && row.href === path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not when rows come or go, as the person may have scrolled
  useEffect(() => {
    if (current >= 0) list.current?.scrollToIndex(current, { align: 'nearest' });
  }, [path, current >= 0]);
  return (
    <nav className={styles.list} aria-label={label}>
      <Virtualizer ref={list} data={rows} startMargin={PADDING} as="ul" item="li">
        {(row) =>
          'heading' in row ? (
            <h3 key={row.key} className={styles.group} dir="auto">
              {row.heading}
            </h3>
          ) : (
            <ChannelLink {...row} key={row.key} />
          )
        }
      </Virtualizer>
      {note !== null && <p className={styles.empty}>{note}</p>}
    </nav>
  );
}
