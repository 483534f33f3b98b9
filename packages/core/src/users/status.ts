import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';

/** What an account says of itself for a while. Rows of records have it empty from its end on. */
type StatusRow = Pick<InferSelectModel<typeof tables.users>, 'status' | 'statusEmoji' | 'statusExpiresAt'>;

/** What a request says of it; `undefined` is left out. */
type GivenStatus = { readonly [Name in keyof StatusRow]?: StatusRow[Name] | undefined };

/** Whether there is a status at all; without one, nothing is to end. */
export function isStatus({ status, statusEmoji }: Pick<StatusRow, 'status' | 'statusEmoji'>): boolean {
  return status !== '' || statusEmoji !== null;
}

/** Whether a status has ended, and its end is still to be published. */
export function isEnded(row: StatusRow): boolean {
  return row.statusExpiresAt !== null && !isStatus(row);
}

/**
 * The columns of a changed status, all of them, because a row may still have what has ended; none where it stays. A status
 * that is given without an end has none, and no status has no end.
 */
export function changedStatus(before: StatusRow, given: GivenStatus): Partial<StatusRow> {
  const { status, statusEmoji, statusExpiresAt } = given;
  if (status === undefined && statusEmoji === undefined && statusExpiresAt === undefined) return {};
  const shown = {
    status: status ?? before.status,
    statusEmoji: statusEmoji === undefined ? before.statusEmoji : statusEmoji,
  };
  const after = { ...shown, statusExpiresAt: isStatus(shown) ? (statusExpiresAt ?? null) : null };
  return isEmpty(changesOf(before, after)) ? {} : after;
}
