import type { ListRow } from '@palaver/elements/channels/list-row.js';
import { moveChannel, moveGroup, placeOf, type Section } from '../settings/server/channel-order.js';

/** The section that a row is of, as its key tells: a group, null for the channels in no group. */
export function sectionOfRow({ key }: ListRow): string | null {
  const [section = ''] = key.split(' ');
  return section === NO_GROUP ? null : section;
}

const NO_GROUP = 'none';
const FAVORITES = 'favorites';

/** Favorites have the order of the person. */
export function canBeSorted({ key }: ListRow): boolean {
  return !key.startsWith(FAVORITES);
}

/** The sections once a row is dropped over another one; null where that changes nothing. */
export function dropped(
  sections: readonly Section[],
  rows: readonly ListRow[],
  from: number,
  to: number,
): Section[] | null {
  const [row, over] = [rows[from], rows[to]];
  if (row === undefined || over === undefined || from === to) return null;
  if ('heading' in row) {
    const [moved, target] = [sectionOfRow(row), sectionOfRow(over)];
    return moved === null || target === null || moved === target ? null : moveGroup(sections, moved, target);
  }
  // What is moved down goes behind the row that it is over, and what is moved up before it.
  const isDown = to > from;
  const neighbour = 'heading' in over && !isDown ? rows[to - 1] : over;
  if (neighbour === undefined || !canBeSorted(neighbour))
    return moveChannel(sections, row.channel.id, { groupId: sectionOfRow(over), index: 0 });
  const groupId = sectionOfRow(neighbour);
  if ('heading' in neighbour) return moveChannel(sections, row.channel.id, { groupId, index: 0 });
  const place = placeOf(sections, neighbour.channel.id);
  if (place === null) return null;
  const isBehind = neighbour !== over || (isDown && groupId !== sectionOfRow(row));
  return moveChannel(sections, row.channel.id, { groupId, index: place.index + (isBehind ? 1 : 0) });
}

function isClosed(row: ListRow): boolean {
  return 'heading' in row && row.section?.isClosed === true;
}

/** The rows in the order of sections that are not stored yet. */
export function arranged(rows: readonly ListRow[], sections: readonly Section[]): ListRow[] {
  const sorted = rows.filter(canBeSorted);
  const headings = new Map(sorted.filter((row) => 'heading' in row).map((row) => [sectionOfRow(row), row]));
  const channels = new Map(
    sorted.flatMap((row) => ('heading' in row ? [] : [[row.channel.id, row] as const])),
  );
  return [
    ...rows.filter((row) => !canBeSorted(row)),
    ...sections.flatMap(({ groupId, channelIds }) => {
      const heading = headings.get(groupId);
      const within = channelIds.flatMap((id) => channels.get(id) ?? []);
      // What is closed may show none of its channels.
      if (heading === undefined || (within.length === 0 && !isClosed(heading))) return [];
      return [heading, ...within.map((row) => ({ ...row, key: `${groupId ?? NO_GROUP} ${row.channel.id}` }))];
    }),
  ];
}
