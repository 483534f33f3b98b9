import type { Clock } from '../kernel/services/clock.js';
import type { Role } from '../protocol/records/server.js';
import { requirePermission } from './permissions.js';

/** What says for how long messages are kept, in a server or a channel. */
interface Kept {
  readonly retentionDays: number | null;
}

interface ChangedRetention {
  readonly columns: { readonly retentionSetAt: Date };
  /** For the audit log. */
  readonly details: Readonly<Record<string, number | null>>;
}

/** What follows of a changed retention; null where it stays. Throws `OWNER_REQUIRED`. */
export function changedRetention(
  { clock }: { readonly clock: Clock },
  before: Kept & { readonly role: Role | null },
  { retentionDays }: Partial<Kept>,
): ChangedRetention | null {
  if (retentionDays === undefined) return null;
  requirePermission(before.role ?? 'member', 'setRetention');
  return {
    columns: { retentionSetAt: clock.now() },
    details: { retentionDaysBefore: before.retentionDays, retentionDays },
  };
}
