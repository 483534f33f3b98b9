import { newId, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, count, desc, eq, gt, type InferInsertModel, type InferSelectModel, lt } from 'drizzle-orm';
import type { SecurityKind } from '../protocol/records/security-event.js';

const { securityEvents } = tables;

export type SecurityEventRow = InferSelectModel<typeof securityEvents>;

export async function insertSecurityEvent(
  tx: Transaction,
  event: Omit<InferInsertModel<typeof securityEvents>, 'id' | 'kind'> & { readonly kind: SecurityKind },
): Promise<void> {
  await tx.insert(securityEvents).values({ id: newId(), ...event });
}

/** Newest first. */
export function listSecurityEvents(
  q: Queryable,
  userId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<SecurityEventRow[]> {
  return q
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, userId),
        before === undefined ? undefined : lt(securityEvents.id, before),
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(limit);
}

/** How often something has happened to an account since an instant. */
export async function countSecurityEvents(
  tx: Transaction,
  { userId, kind, since }: { readonly userId: string; readonly kind: SecurityKind; readonly since: Date },
): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, userId),
        eq(securityEvents.kind, kind),
        gt(securityEvents.createdAt, since),
      ),
    );
  return row?.count ?? 0;
}
