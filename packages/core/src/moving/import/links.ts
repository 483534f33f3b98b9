import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { requireAdminThere, requireNoKey, transactAsAdmin } from '../../admin/access.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { requireUuid } from '../../kernel/errors/require-uuid.js';
import { iso } from '../../kernel/sql/instant.js';
import { inviteByLink, inviteByMail, passwordPageOf } from '../../mail/invitations.js';
import type { AdminContext } from '../../procedures/context.js';
import { ImportLinks } from '../../protocol/records/server-import.js';
import { csvLine } from './csv.js';
import { findImport, type ImportRow } from './import-queries.js';
import type { ImportLinksInput } from './schemas.js';

const { identities, imported, serverMembers, users } = tables;

/** People of one call. */
const PEOPLE = 200;
const COLUMNS = ['name', 'username', 'email', 'link', 'valid until'];

/**
 * Gives a link to a first password to imported people who have no way to sign in, by mail or as a list for the admin. Throws
 * `KEY_NOT_ALLOWED`, `STEP_UP_REQUIRED`, `IMPORT_NOT_FOUND`, `MAIL_NOT_CONFIGURED`, or `BUSY` where too many mails wait.
 */
export async function makeImportLinks(ctx: AdminContext, input: ImportLinksInput): Promise<ImportLinks> {
  requireNoKey(ctx);
  const id = requireUuid(input.importId, 'IMPORT_NOT_FOUND');
  if (input.by === 'mail' && ctx.services.settings.mailPagesUrl === null)
    throw new AppError('MAIL_NOT_CONFIGURED');
  const answer = await transactAsAdmin(
    ctx,
    async (tx, record) => {
      const row = await findImport(tx, id);
      if (row === null) throw new AppError('IMPORT_NOT_FOUND');
      await requireAdminThere(ctx, tx);
      const people = await findWithoutPassword(tx, row, input.after ?? null);
      const next = people.length < PEOPLE ? null : (people.at(-1)?.id ?? null);
      const made = await makeLinks(ctx, tx, people, input);
      await record({
        act: 'import.linksMade',
        target: { id, name: row.serverName ?? 'import' },
        details: { by: input.by, people: made.people },
      });
      return { ...made, next };
    },
    { secret: true },
  );
  if (input.by === 'mail') ctx.services.outbox.wake();
  return ImportLinks.parse(answer);
}

interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string | null;
}

async function makeLinks(
  { services }: AdminContext,
  tx: Transaction,
  people: readonly Person[],
  { by, after }: ImportLinksInput,
): Promise<Omit<ImportLinks, 'next'>> {
  const now = services.clock.now();
  if (by === 'mail') {
    const mailed = await inviteByMail(tx, people, now);
    if (mailed === null) throw new AppError('BUSY');
    return { people: mailed, csv: null };
  }
  const { tokens, expiresAt } = await inviteByLink(tx, people, now);
  const lines = people.map(({ displayName, username, email }, index) =>
    csvLine([
      displayName,
      username,
      email ?? '',
      passwordPageOf(services, tokens[index] ?? ''),
      iso(expiresAt),
    ]),
  );
  const head = after === undefined ? [csvLine(COLUMNS)] : [];
  return { people: people.length, csv: [...head, ...lines].join('') };
}

/** Members of the server whose accounts an import of its system has made, and who cannot sign in: an account that was here before is its person's. */
function findWithoutPassword(
  q: Queryable,
  { id, updates, serverId }: ImportRow,
  after: string | null,
): Promise<Person[]> {
  const isMade = sql`coalesce(${imported.note} ->> 'foundBy', 'earlierImport') = 'earlierImport'`;
  const hasNoIdentity = sql`not exists (select from ${identities} where ${identities.userId} = ${users.id})`;
  return q
    .selectDistinct({
      id: users.id,
      username: users.username,
      displayName: users.displayName,
      email: users.email,
    })
    .from(imported)
    .innerJoin(users, eq(users.id, imported.id))
    .innerJoin(
      serverMembers,
      and(eq(serverMembers.userId, users.id), sql`${serverMembers.serverId} = ${serverId}::uuid`),
    )
    .where(
      and(
        eq(imported.importId, updates ?? id),
        eq(imported.kind, 'user'),
        isMade,
        isNull(users.passwordHash),
        eq(users.bot, false),
        isNull(users.deletedAt),
        isNull(users.deactivatedAt),
        hasNoIdentity,
        after === null ? undefined : gt(users.id, after),
      ),
    )
    .orderBy(asc(users.id))
    .limit(PEOPLE);
}
