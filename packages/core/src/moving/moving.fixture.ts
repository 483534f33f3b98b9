import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createContext } from '../create-context.js';
import type { AdminContext } from '../procedures/context.js';
import type { TestUser, World } from '../testing/world.js';
import type { GivenArchiveLine } from './archive/lines.js';
import { openArchive } from './container/open-archive.js';
import { readLines } from './container/read-lines.js';
import { writeArchive } from './container/write-archive.js';
import { openExportedFile } from './export/exported-files.js';
import { serverLines } from './export/server-lines.js';
import { beginImport } from './import/actions.js';

/** Exports a server to a temporary file, as the operator does or an owner who sees all of it. Returns its path. */
export async function exportTo(
  { services, clock }: World,
  serverId: string,
  { isOfOperator = true } = {},
): Promise<string> {
  const path = services.files.temporaryPath();
  const lines = serverLines({
    db: services.db,
    files: services.files,
    serverId,
    which: undefined,
    isOfOperator,
    exportedAt: clock.now(),
    writtenBy: 'a test',
    goOn: async () => undefined,
  });
  const openFile = (name: string) => openExportedFile(services.files, name);
  await writeArchive({ lines, openFile }, createWriteStream(path));
  return path;
}

/** Writes lines to a temporary file. */
export async function archiveOf({ services }: World, lines: readonly GivenArchiveLine[]): Promise<string> {
  const path = services.files.temporaryPath();
  const given = async function* () {
    yield* lines;
  };
  await writeArchive({ lines: given(), openFile: async () => null }, createWriteStream(path));
  return path;
}

/** The context of the operator. */
export function operatorContext({ services }: Pick<World, 'services'>): AdminContext {
  const ctx = createContext(services, {
    requestId: 'test',
    token: null,
    userAgent: null,
    idempotencyKey: null,
    operator: 'operator',
  });
  return { ...ctx, admin: { userId: null, name: 'operator' }, actor: undefined };
}

interface ImportOptions {
  readonly checkOnly?: boolean;
  readonly deleteMissing?: boolean;
  /** Who begins it; the operator without. */
  readonly admin?: { readonly userId: string; readonly name: string };
}

/** Begins an import and does all of it that can be done now. */
export async function importFrom(world: World, path: string, options: ImportOptions = {}) {
  const { checkOnly = false, deleteMissing = false, admin } = options;
  const { size } = await stat(path);
  const { id } = await beginImport(admin ? { ...operatorContext(world), admin } : operatorContext(world), {
    path,
    sizeBytes: size,
    checkOnly,
    deleteMissing,
  });
  await world.services.imports.idle();
  return world.operator.call.admin.import({ importId: id });
}

/** The lines of an archive, without what differs between two of the same server. */
export async function linesIn(path: string): Promise<GivenArchiveLine[]> {
  const archive = await openArchive(path);
  const lines: GivenArchiveLine[] = [];
  for await (const { value } of readLines(archive)) if (value.type !== 'end') lines.push(value);
  archive.close();
  return lines;
}

/** Signs in as an account that an import has made, with a password from the operator. */
export async function signInAs(at: World, username: string): Promise<TestUser> {
  const [user] = await at.operator.call.admin.users({ username });
  const { password } = await at.operator.call.admin.resetPassword({ userId: user?.id ?? '' });
  const { token } = await at.anonymous.call.auth.login({ username, password: password ?? '' });
  return at.userWithToken(user?.id ?? '', token);
}
