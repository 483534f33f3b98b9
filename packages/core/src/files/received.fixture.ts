import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createContext } from '../create-context.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { ActorContext } from '../procedures/context.js';
import type { Someone, World } from '../testing/world.js';

/** What the server hands to an action that takes files: the context of someone who is signed in. */
export async function contextOf(
  { services }: World,
  { token }: Someone,
  idempotencyKey: string | null = null,
): Promise<ActorContext> {
  const ctx = createContext(services, { requestId: 'test', token, userAgent: null, idempotencyKey });
  const actor = await ctx.authenticate();
  if (!actor) throw new Error('the test needs someone who is signed in');
  return { ...ctx, actor };
}

/** A file that has just arrived whole. */
export async function received(
  { services }: World,
  content: Buffer | string,
  { filename = 'a.png', mimeType = 'image/png' } = {},
): Promise<ReceivedFile> {
  const path = services.files.temporaryPath();
  await writeFile(path, content);
  return { path, filename, mimeType, sizeBytes: Buffer.byteLength(content) };
}

/** The names of the files in a folder of the store, sorted. */
export async function stored(
  { services }: World,
  folder: 'avatars' | 'attachments' | 'arriving',
): Promise<string[]> {
  const root = dirname(dirname(services.files.temporaryPath()));
  const names = await readdir(join(root, folder)).catch(() => []);
  return names.sort();
}
