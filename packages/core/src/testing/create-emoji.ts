import { storeEmoji } from '../emoji/upload.js';
import { contextOf } from '../files/received-file.fixture.js';
import type { ServerEmoji } from '../protocol/records/server-emoji.js';
import type { TestUser, World } from './world.js';

/** A picture of one pixel, as an upload is stored. */
const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** Makes an emoji without decoding an upload. */
export async function createEmoji(
  world: World,
  who: TestUser,
  { serverId, name }: { readonly serverId: string; readonly name: string },
): Promise<ServerEmoji> {
  return storeEmoji(await contextOf(world, who), { serverId, name }, { original: PIXEL, image: PIXEL });
}
