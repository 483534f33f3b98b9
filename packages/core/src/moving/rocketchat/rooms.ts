import type { Origin, SourceRecord } from '../converting/records.js';
import type { OwnData } from './own-data.js';

interface OfRoom {
  readonly path: string;
  readonly own: OwnData;
  /** Those who wrote in it, and whose download it is. */
  readonly memberIds: ReadonlySet<string>;
}

/**
 * A room of an export. Who may read it is said by the list of a download alone: elsewhere it becomes a private channel of those who wrote
 * in it.
 */
export function roomOf(name: string, { path, own, memberIds }: OfRoom): SourceRecord {
  const from: Origin = { kind: 'room', ref: path };
  const listed = own.room(path);
  const made = { createdBy: null, createdAt: null };
  if (listed?.type === 'd')
    return { type: 'direct', from, id: name, userIds: peopleOf(listed.id, memberIds), ...made };
  return {
    type: 'channel',
    from,
    id: name,
    name,
    displayName: name,
    topic: null,
    isPrivate: listed?.type !== 'c',
    archived: false,
    isDefault: false,
    ...made,
    memberIds: [...memberIds],
  };
}

/** The id of a direct message is those of its two people. Who has written nothing is named nowhere. */
function peopleOf(id: string, memberIds: ReadonlySet<string>): string[] {
  const half = id.length / 2;
  const isWithOneself = id.slice(0, half) === id.slice(half);
  return memberIds.size > 1 || isWithOneself ? [...memberIds] : [...memberIds, `silent ${id}`];
}
