import { arrayLiteral, type Queryable, tables } from '@palaver/db';
import { and, isNull, sql } from 'drizzle-orm';
import { isUuid } from '../../kernel/schema/ids.js';
import { openStream } from '../../log/append.js';
import { userStream } from '../../log/streams.js';
import { AVATARS } from '../../users/avatar-file.js';
import { DELETED_PROFILE } from '../../users/deleted-profile.js';
import { freeUsername, isFreeUsername } from '../../users/free-username.js';
import { indexOfNames } from '../../users/name-index.js';
import { at, type ChunkWrite, keepMappings, type Mapping, type Placed } from './chunk.js';
import { idsFor } from './kept-ids.js';
import { found } from './known.js';
import { goneKey } from './known-users.js';
import { storeOwnedImage } from './owned-image.js';
import { renamedOf, writtenNames } from './renamed.js';

const { imported, imports, users } = tables;

type UserLine = Placed<'user'>;
type Given = UserLine['value']['data'];

/** How an account that was here before is known to be that of a user of the archive. */
type FoundBy = 'earlierImport' | 'id' | 'externalId' | 'email' | 'deletedHere';
interface Match {
  readonly id: string;
  readonly by: FoundBy;
}

/**
 * Finds the account of each user, or makes one: it has no password, so only who shows that the address is theirs, or an admin of the
 * service, gives it one. What an account that was here before shows of itself stays as it is.
 */
export async function writeUsers(w: ChunkWrite, given: readonly UserLine[]): Promise<number> {
  const lines = given.filter(({ value }) => !w.known.users.has(value.data.id));
  const matches = await findMatches(w, lines);
  const ids = await idsFor(w.tx, 'users', lines.map(toNameable), undefined, true);
  const usernames = await usernamesOf(w.tx, [...matches.values()]);
  const mappings: Mapping[] = [];
  let made = 0;
  for (const [index, line] of lines.entries()) {
    const given = line.value.data;
    const match = matches.get(given.id);
    const id = match?.id ?? ids[index] ?? '';
    if (match === undefined) made++;
    const username = match === undefined ? await makeAccount(w, id, line) : usernames.get(id);
    const isGone = match?.by === 'deletedHere';
    const hasName = username !== undefined && !isGone && !given.deleted;
    const renamed = hasName ? renamedOf(given.username, username) : null;
    mappings.push({
      sourceId: isGone ? goneKey(w.source, given.id) : given.id,
      id,
      note: match === undefined || isGone ? null : { foundBy: match.by },
      state: writtenNames(renamed),
    });
    const { botOwnerId } = given;
    const isOwn = botOwnerId === null || botOwnerId === given.id;
    const personId = isOwn ? id : found(w.known.users, botOwnerId).id;
    w.known.users.set(given.id, { id, personId, isGone: isGone || given.deleted, renamed });
  }
  await keepMappings(w, 'user', mappings);
  return made;
}

async function usernamesOf(tx: Queryable, matches: readonly Match[]): Promise<Map<string, string>> {
  if (matches.length === 0) return new Map();
  const ids = arrayLiteral(matches.map(({ id }) => id));
  const rows = await tx
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(sql`${users.id} = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

const toNameable = ({ value: { data }, line }: UserLine) => ({
  sourceId: data.id,
  createdAt: data.createdAt,
  line,
});

/**
 * The accounts that these users have here already: those of an earlier import of the same source, of the same id and beginning, of the
 * same external id, or with the same address, if its owner has shown that it is theirs. A bot is found by the first two alone.
 */
export async function findMatches(
  { tx, source }: { readonly tx: Queryable; readonly source: string },
  lines: readonly UserLine[],
): Promise<Map<string, Match>> {
  const given = lines.map(({ value }) => value.data);
  const matches = new Map<string, Match>();
  const earlier = await tx
    .select({ sourceId: imported.sourceId, id: imported.id, bot: users.bot, deletedAt: users.deletedAt })
    .from(imported)
    .innerJoin(imports, sql`${imports.id} = ${imported.importId}`)
    .innerJoin(users, sql`${users.id} = ${imported.id}`)
    .where(
      and(
        sql`${imported.kind} = 'user' and ${imports.source} = ${source} and not ${imports.checkOnly}`,
        sql`${imported.sourceId} = any(${arrayLiteral(given.flatMap(({ id }) => [id, goneKey(source, id)]))}::text[])`,
      ),
    );
  const same = (user: Given, account: { bot: boolean; deletedAt: Date | null }) =>
    account.bot === user.bot && (account.deletedAt !== null) === user.deleted;
  const accounts = await findAccounts(tx, given);
  for (const user of given) {
    // Who has deleted their account here is not made again, and no other account is theirs.
    const gone = earlier.find((row) => row.sourceId === goneKey(source, user.id));
    if (gone) {
      matches.set(user.id, { id: gone.id, by: 'deletedHere' });
      continue;
    }
    const before = earlier.find((row) => row.sourceId === user.id && same(user, row));
    const match = before ? { id: before.id, by: 'earlierImport' as const } : matchOf(user, accounts, same);
    if (match !== null) matches.set(user.id, match);
  }
  return matches;
}

type Account = Awaited<ReturnType<typeof findAccounts>>[number];

function matchOf(
  user: Given,
  accounts: readonly Account[],
  same: (user: Given, account: Account) => boolean,
): Match | null {
  const byId = accounts.find(
    (account) =>
      account.id === user.id &&
      account.createdAt.getTime() === Date.parse(user.createdAt) &&
      same(user, account),
  );
  if (byId) return { id: byId.id, by: 'id' };
  if (user.bot || user.deleted) return null;
  const live = accounts.filter((account) => same(user, account));
  const byExternalId = live.find(({ externalId }) => externalId !== null && externalId === user.externalId);
  if (byExternalId) return { id: byExternalId.id, by: 'externalId' };
  const email = user.email?.toLowerCase();
  const byEmail = live.find(
    ({ verifiedEmail }) => email !== undefined && verifiedEmail?.toLowerCase() === email,
  );
  return byEmail ? { id: byEmail.id, by: 'email' } : null;
}

function findAccounts(tx: Queryable, given: readonly Given[]) {
  const texts = (values: ReadonlyArray<string | null>) =>
    arrayLiteral(values.filter((value) => value !== null));
  return tx
    .select({
      id: users.id,
      bot: users.bot,
      createdAt: users.createdAt,
      deletedAt: users.deletedAt,
      externalId: users.externalId,
      verifiedEmail: users.verifiedEmail,
    })
    .from(users)
    .where(
      sql`${users.id} = any(${texts(given.map(({ id }) => (isUuid(id) ? id : null)))}::uuid[])
        or (${users.deletedAt} is null and ${users.externalId} = any(${texts(given.map(({ externalId }) => externalId))}::text[]))
        or (${users.deletedAt} is null
          and lower(${users.email}) = any(${texts(given.map(({ email }) => email?.toLowerCase() ?? null))}::text[])
          and lower(${users.verifiedEmail}) = lower(${users.email}))`,
    );
}

/** Returns the username. */
async function makeAccount(w: ChunkWrite, id: string, { value: { data } }: UserLine): Promise<string> {
  const createdAt = at(data.createdAt);
  const fixed = { id, bot: data.bot, botOwnerId: botOwner(w, id, data), createdAt };
  if (data.deleted) {
    const { username, displayName } = DELETED_PROFILE;
    await w.tx.insert(users).values({ ...fixed, username, displayName, deletedAt: createdAt });
    await openStream(w.tx, userStream(id), createdAt);
    return username;
  }
  const names = { username: await usernameFor(w, data), displayName: data.displayName };
  const own = {
    ...names,
    ...indexOfNames(names),
    metadata: data.metadata,
    avatarPath: await storeOwnedImage(w, AVATARS, id, data.id),
  };
  await w.tx.insert(users).values({ ...fixed, ...own, ...(await freeOf(w, data)) });
  await openStream(w.tx, userStream(id), createdAt);
  return names.username;
}

function botOwner({ known }: ChunkWrite, id: string, given: Given): string | null {
  const { botOwnerId } = given;
  if (botOwnerId === null) return null;
  return botOwnerId === given.id ? id : found(known.users, botOwnerId).id;
}

async function usernameFor({ tx }: ChunkWrite, { username, displayName, email }: Given): Promise<string> {
  if (await isFreeUsername(tx, username)) return username;
  return freeUsername(tx, { username, email, name: displayName });
}

/** The address and the external id, where no account has them. The address counts as not verified. */
async function freeOf({ tx }: ChunkWrite, { email, externalId }: Given) {
  const taken = await tx
    .select({ email: users.email, externalId: users.externalId })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        sql`(lower(${users.email}) = ${email?.toLowerCase() ?? null} or ${users.externalId} = ${externalId})`,
      ),
    );
  const isTaken = (mine: string | null, theirs: Array<string | null>) =>
    theirs.some((value) => mine !== null && value?.toLowerCase() === mine.toLowerCase());
  return {
    email: isTaken(
      email,
      taken.map((row) => row.email),
    )
      ? null
      : email,
    externalId: isTaken(
      externalId,
      taken.map((row) => row.externalId),
    )
      ? null
      : externalId,
  };
}
