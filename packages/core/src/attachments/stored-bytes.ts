import { arrayLiteral, type Queryable, type Transaction, tables } from '@palaver/db';
import { eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { StoredBytes } from '../files/uploads.js';
import type { AttachmentRow } from './record.js';

const { storedBytes, users, webhookAccounts } = tables;

/**
 * What a person, with their bots, and all people together have stored. The accounts of a server's incoming webhooks count as one
 * person: otherwise whoever makes webhooks would store as much as one likes.
 */
export async function findStoredBytes(q: Queryable, personId: string): Promise<StoredBytes> {
  const { userId, serverId } = webhookAccounts;
  const serverOfWebhook = q.select({ serverId }).from(webhookAccounts).where(eq(userId, personId));
  const sameServer = q.select({ userId }).from(webhookAccounts).where(inArray(serverId, serverOfWebhook));
  const rows = await q
    .select()
    .from(storedBytes)
    .where(
      or(
        eq(storedBytes.personId, personId),
        inArray(storedBytes.personId, sameServer),
        isNull(storedBytes.personId),
      ),
    )
    .prepare('stored_bytes_find')
    .execute();
  return sums(rows);
}

/**
 * Counts attachments that are being inserted, and returns what is stored then. Every transaction locks the row of the
 * person before that of all people, so that two never wait on each other.
 */
export async function addStoredBytes(tx: Transaction, personId: string, bytes: number): Promise<StoredBytes> {
  await tx
    .insert(storedBytes)
    .values([
      { personId, bytes },
      { personId: null, bytes },
    ])
    .onConflictDoUpdate({
      target: storedBytes.personId,
      set: { bytes: sql`${storedBytes.bytes} + excluded.bytes` },
    });
  return findStoredBytes(tx, personId);
}

/** The part of an attachment that counts. */
export type CountedAttachment = Pick<AttachmentRow, 'uploaderId' | 'sizeBytes'>;

/** Counts attachments of several people that are being inserted. Locks rows in the same order as `addStoredBytes`. */
export async function addStoredBytesOf(
  tx: Transaction,
  inserted: readonly CountedAttachment[],
): Promise<void> {
  if (inserted.length === 0) return;
  await tx.execute(sql`
    insert into ${storedBytes} (person_id, bytes) ${sumsOf(inserted)}
    on conflict (person_id) do update set bytes = ${storedBytes.bytes} + excluded.bytes`);
}

/** Counts attachments that are being deleted. Locks rows in the same order as `addStoredBytes`. */
export async function subtractStoredBytes(
  tx: Transaction,
  deleted: readonly CountedAttachment[],
): Promise<void> {
  if (deleted.length === 0) return;
  await tx.execute(sql`
    insert into ${storedBytes} (person_id, bytes) ${sumsOf(deleted)}
    on conflict (person_id) do update set bytes = greatest(0, ${storedBytes.bytes} - excluded.bytes)`);
}

/** The bytes of each person, in the order in which their rows are locked, and of all people, which come last. */
function sumsOf(counted: readonly CountedAttachment[]): SQL {
  const uploaders = arrayLiteral(counted.map(({ uploaderId }) => uploaderId));
  const sizes = arrayLiteral(counted.map(({ sizeBytes }) => String(sizeBytes)));
  return sql`
    select person_id, bytes from (
      select coalesce(${users.botOwnerId}, ${users.id}) as person_id, sum(file.size_bytes) as bytes
      from unnest(${uploaders}::uuid[], ${sizes}::int[]) as file (uploader_id, size_bytes)
      join ${users} on ${users.id} = file.uploader_id
      group by grouping sets ((1), ())
    ) as summed
    order by person_id nulls last`;
}

function sums(rows: ReadonlyArray<{ personId: string | null; bytes: number }>): StoredBytes {
  const sumOf = (isCounted: (personId: string | null) => boolean) =>
    rows.reduce((sum, { personId, bytes }) => sum + (isCounted(personId) ? bytes : 0), 0);
  return { person: sumOf((personId) => personId !== null), all: sumOf((personId) => personId === null) };
}
