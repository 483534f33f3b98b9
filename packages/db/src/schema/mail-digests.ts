import { sql } from 'drizzle-orm';
import { index, pgEnum, pgTable } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { users } from './users.js';

export const digestDelay = pgEnum('digest_delay', ['15m', '1h', '24h', 'off']);

/** What a person has chosen about digests by mail, and when the next one is due (docs/notifications.md, Digests). */
export const mailDigests = pgTable(
  'mail_digests',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null where the person has chosen nothing: the default. */
    delay: digestDelay('delay'),
    /** When it was set; null for never. */
    updatedAt: instant('updated_at'),
    /** Null while nothing is to be mailed. */
    dueAt: instant('due_at'),
  },
  (t) => [index('mail_digests_due_idx').on(t.dueAt, t.userId).where(sql`${t.dueAt} is not null`)],
);
