import { statement } from '@palaver/db';
import type { Services } from '../../procedures/services.js';

const ROWS = 5_000;

/** Whose accounts are whose stays: an archive of another server of the same system asks for it. */
const removeSome = statement<{ removed: number }>(`
  with gone as (
    delete from imported where ctid = any(array(
      select made.ctid from imported made join imports import on import.id = made.import_id
      where import.state = 'done' and import.repeatable and import.server_id is not null and made.kind <> 'user'
        and not exists (select from servers server where server.id = import.server_id and server.deleted_at is null)
      limit $1::text::int))
    returning 1)
  select count(*)::int as removed from gone`);

const forget = statement(`
  update imports import set repeatable = false
  where state = 'done' and repeatable and server_id is not null
    and not exists (select from servers server where server.id = import.server_id and server.deleted_at is null)`);

/** Removes what imports have written down of servers that are deleted: no later archive is compared with it. */
export async function purgeImported({ db }: Pick<Services, 'db'>): Promise<void> {
  for (;;) {
    const [row] = await removeSome(db, [String(ROWS)]);
    if ((row?.removed ?? 0) < ROWS) break;
  }
  await forget(db, []);
}
