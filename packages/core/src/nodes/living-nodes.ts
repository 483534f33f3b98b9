import { type Queryable, statement, type Transaction } from '@palaver/db';
import { sql } from 'drizzle-orm';
import type { NodeSetup } from './setup.js';

/** Another node that lives: its row was written within the last five seconds of the database's clock. */
export interface LivingNode {
  readonly id: string;
  /** Of its program. */
  readonly version: string;
  /** Whether it stops, and takes no new connections. */
  readonly draining: boolean;
  /** Null: of a release that does not say it. */
  readonly setup: Partial<NodeSetup> | null;
}

// Rows of dead nodes go after a minute. They are skipped where another node removes them at the same time, so that two
// nodes cannot wait for each other.
const show = statement<LivingNode>(`
  with shown as (
    insert into nodes (id, version, started_at, seen_at, draining, setup)
    values ($1::uuid, $2, now(), now(), $3::text::boolean, $4::text::jsonb)
    on conflict (id) do update set seen_at = now(), draining = excluded.draining
  ), removed as (
    delete from nodes where id in (
      select id from nodes where seen_at < now() - interval '1 minute' and id <> $1::uuid for update skip locked
    )
  )
  select id, version, draining, setup from nodes
  where id <> $1::uuid and seen_at > now() - interval '5 seconds'
  order by id`);

const remove = statement<never>('delete from nodes where id = $1::uuid');

/** Writes the node's own row, as seen now, and returns the other nodes that live. */
export function showNode(
  q: Queryable,
  { id, version, draining, setup }: LivingNode,
): Promise<readonly LivingNode[]> {
  return show(q, [id, version, String(draining), JSON.stringify(setup)]);
}

/** Of nodes that begin at the same moment, the second sees the first. Held until the transaction ends. */
export async function lockJoining(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('nodes', 0))`);
}

/** Removes the row of a node that stops. */
export async function removeNode(q: Queryable, id: string): Promise<void> {
  await remove(q, [id]);
}
