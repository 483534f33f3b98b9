import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createContext } from '../create-context.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { ActorContext } from '../procedures/context.js';
import type { TestUser, World } from '../testing/world.js';

/** The context of a signed-in user, as the server gives it to an action that takes files. */
export async function contextOf(
  { services }: Pick<World, 'services'>,
  { token }: TestUser,
  idempotencyKey: string | null = null,
): Promise<ActorContext> {
  const ctx = createContext(services, { requestId: 'test', token, userAgent: null, idempotencyKey });
  const actor = await ctx.request.authenticate(null);
  if (!actor) throw new Error('the test needs a signed-in user');
  return { ...ctx, actor };
}

/** A file that was received completely, in the store's temporary folder. */
export async function receivedFile(
  { services }: World,
  content: Buffer | string,
  { filename = 'a.png', mimeType = 'image/png' } = {},
): Promise<ReceivedFile> {
  const path = services.files.temporaryPath();
  await writeFile(path, content);
  return { path, filename, mimeType, sizeBytes: Buffer.byteLength(content) };
}

/** The sorted names of the files in a folder of the store. */
export async function storedNames(
  { services }: World,
  folder: 'avatars' | 'icons' | 'attachments' | 'small-pictures' | 'emoji' | 'arriving',
): Promise<string[]> {
  const root = dirname(dirname(services.files.temporaryPath()));
  const names = await readdir(join(root, folder)).catch(() => []);
  return names.sort();
}
