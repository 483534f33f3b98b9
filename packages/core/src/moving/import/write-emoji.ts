import { tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';
import { emojiImageKey, emojiImageName } from '../../emoji/image-file.js';
import { isAnimated } from '../../users/avatar-format.js';
import { announceEmoji } from './announce.js';
import { at, type ChunkWrite, isUpdate, keepMappings, type Mapping, type Placed } from './chunk.js';
import { newIds, serverIdOf, userIdOf } from './place-ids.js';

const { serverEmoji } = tables;

/** An image that cannot be decoded is left out: reactions have the name alone then. */
export async function writeEmoji(w: ChunkWrite, given: ReadonlyArray<Placed<'emoji'>>): Promise<void> {
  const lines = given.filter(({ value }) => !w.known.emoji.has(value.data.id));
  const ids = await newIds(w, 'server_emoji', lines);
  const mappings: Mapping[] = [];
  for (const [
    index,
    {
      value: { data },
    },
  ] of lines.entries()) {
    const id = ids[index] ?? '';
    const image = w.images.get(data.id);
    if (image === undefined) continue;
    const before = isUpdate(w) ? await emojiNamed(w, data.name) : null;
    w.known.emoji.set(data.id, before ?? id);
    mappings.push({ sourceId: data.id, id: before ?? id });
    if (before !== null) continue;
    await w.files.write(emojiImageKey(emojiImageName(id)), image);
    const row = {
      id,
      serverId: serverIdOf(w),
      name: data.name,
      animated: isAnimated(image),
      createdBy: userIdOf(w, data.createdBy),
      createdAt: at(data.createdAt),
    };
    await w.tx.insert(serverEmoji).values(row);
    if (isUpdate(w)) await announceEmoji(w.emit, row);
  }
  await keepMappings(w, 'emoji', mappings);
}

/** The emoji of this name that the server has made meanwhile. */
async function emojiNamed(w: ChunkWrite, name: string): Promise<string | null> {
  const isSame = and(eq(serverEmoji.serverId, serverIdOf(w)), eq(serverEmoji.name, name));
  const [row] = await w.tx.select({ id: serverEmoji.id }).from(serverEmoji).where(isSame);
  return row?.id ?? null;
}
