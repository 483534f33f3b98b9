import { plainArrayLiteral, type Queryable, statement } from '@palaver/db';
import { hasBlocked } from '../users/blocked-sql.js';

const find = statement<{ refused: boolean }>(`
  select exists (
    select from users person where person.id = any($2::text::uuid[]) and person.id <> $1::text::uuid and (
      person.dms_from = 'nobody'
      or person.dms_from = 'servers' and not exists (
        select from server_members mine
        join servers server on server.id = mine.server_id and server.deleted_at is null
        join server_members theirs on theirs.server_id = mine.server_id and theirs.user_id = person.id
        where mine.user_id = $1::text::uuid)
      or ${hasBlocked('person.id', '$1::text::uuid')} or ${hasBlocked('$1::text::uuid', 'person.id')})) as refused`);

const isBlocked = statement<{ blocked: boolean }>(
  `select ${hasBlocked('$1::text::uuid', '$2::text::uuid')} as blocked`,
);

/** Whether a person has blocked an account, or the owner of that bot. */
export async function blocks(q: Queryable, personId: string, otherId: string): Promise<boolean> {
  const [row] = await isBlocked(q, [personId, otherId]);
  return row?.blocked ?? false;
}

/** Whether any of these people takes no direct message from a user, or the user has blocked one of them. */
export async function refusesDm(q: Queryable, userId: string, others: readonly string[]): Promise<boolean> {
  const [row] = await find(q, [userId, plainArrayLiteral(others)]);
  return row?.refused ?? true;
}
