import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRoom, type Room } from './support/room.js';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const program = pathOf('../dist/closing-program.mjs');

let room: Room;
beforeAll(async () => {
  room = await openRoom();
  await build({
    entryPoints: [pathOf('support/closing-program.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['palaver-source'],
    external: ['ws'],
  });
});
afterAll(() => room.close());

const closed = '[{"done":true},{"status":"closed","error":null}]\n';

// A process of its own: here the service's timers and sockets are open too. It ends only if the client left nothing open.
test.each([
  ['live', closed],
  ['waiting', closed],
  ['connecting', closed.repeat(2)],
])('a program that closes its %s stream ends by itself', async (name, said) => {
  const { url, bob, channelId } = room;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    program,
    name,
    url,
    bob.token,
    channelId,
  ]);
  expect({ stdout, stderr }).toEqual({ stdout: said, stderr: '' });
});
