/** Tells groups from channels among what is dragged: a channel has its own id. */
const GROUP = 'group:';
/** The place of the channels in no group. */
const NO_GROUP = 'none';

/** The id of a group among what is dragged; of the channels in no group with null. */
export function dragIdOf(groupId: string | null): string {
  return `${GROUP}${groupId ?? NO_GROUP}`;
}

/** The group that a drag id is of, null for the channels in no group; undefined for a channel. */
export function groupOfDragId(id: string): string | null | undefined {
  if (!id.startsWith(GROUP)) return undefined;
  const groupId = id.slice(GROUP.length);
  return groupId === NO_GROUP ? null : groupId;
}
