import { plainArrayLiteral, type Queryable, statement } from '@palaver/db';

const find = statement<{ refused: boolean }>(`
  select exists (
    select from users person where person.id = any($2::text::uuid[]) and person.id <> $1::text::uuid and (
      person.dms_from = 'nobody'
      or person.dms_from = 'servers' and not exists (
        select from server_members mine
        join servers server on server.id = mine.server_id and server.deleted_at is null
        join server_members theirs on theirs.server_id = mine.server_id and theirs.user_id = person.id
        where mine.user_id = $1::text::uuid)
      or exists (select from user_blocks where user_id = person.id and blocked_id = $1::text::uuid)
      or exists (select from user_blocks where user_id = $1::text::uuid and blocked_id = person.id))) as refused`);

/** Whether any of these people takes no direct message from a user, or the user has blocked one of them. */
export async function refusesDm(q: Queryable, userId: string, others: readonly string[]): Promise<boolean> {
  const [row] = await find(q, [userId, plainArrayLiteral(others)]);
  return row?.refused ?? true;
}
