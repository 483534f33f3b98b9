import { dmNames } from '../channels/record.js';
import { User } from '../protocol/records/user.js';
import { DELETED_PROFILE } from '../users/deleted-profile.js';

/** What only the account itself, or an admin, sees of a profile; a record has these fields or has not. */
const PRIVATE = { email: null, externalId: null, timezone: null, lastUsedAt: null };

type Json = { [name: string]: unknown };

/**
 * The text of an event or of a kept answer without the profile of an account: wherever its record stands, it is that of a
 * deleted one. `viewerId` is who reads the text, where it is one person: a direct message is called by the others. Null
 * where there is nothing to take out.
 */
export function withoutProfile(text: string, userId: string, viewerId: string | null): string | null {
  const before: unknown = JSON.parse(text);
  const after = JSON.stringify(emptied(before, userId, viewerId));
  return after === JSON.stringify(before) ? null : after;
}

function emptied(value: unknown, userId: string, viewerId: string | null): unknown {
  if (Array.isArray(value)) return value.map((item) => emptied(item, userId, viewerId));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, emptied(field, userId, viewerId)]);
  const record: Json = Object.fromEntries(fields);
  if (record.id === userId && 'username' in record) return { ...record, ...emptyFields(record) };
  if (record.ownerId === userId && 'ownerUsername' in record)
    return { ...record, ownerUsername: DELETED_PROFILE.username };
  return record.isDm === true ? { ...record, ...names(record, viewerId) } : record;
}

/** Of the fields that the record has, and of those that every public record has by now. */
function emptyFields(record: Json): Json {
  const hidden = Object.entries(PRIVATE).filter(([name]) => name in record);
  const isPublic = 'status' in record;
  const shown = Object.entries({ ...DELETED_PROFILE, deleted: true }).filter(
    ([name]) => isPublic || name in record,
  );
  return Object.fromEntries([...shown, ...hidden]);
}

function names(record: Json, viewerId: string | null): Json {
  const members = User.array().safeParse(record.members);
  return members.success && viewerId !== null ? dmNames(members.data, viewerId) : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
