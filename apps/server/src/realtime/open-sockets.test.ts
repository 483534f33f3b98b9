import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from './socket-client.fixture.js';
import { type Person, type SocketServer, startSocketServer } from './test-support.js';

const MAX = 4;

let server: SocketServer;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  server = await startSocketServer({ quotas: { sockets: MAX } });
  [alice, bob] = await Promise.all([server.person('alice'), server.person('bob')]);
});
afterAll(() => server.close());

const full = { status: 409, body: { code: 'TOO_MANY_SOCKETS', error: expect.any(String) } };

test('a person has this many sockets; another is refused, and a closed one makes room', async () => {
  const sockets = await Promise.all(Array.from({ length: MAX }, () => server.ready(alice)));
  expect(await server.open('/api/ws', bearer(alice.token)).refused()).toMatchObject(full);
  expect(await server.open('/trpc', bearer(alice.token)).refused()).toMatchObject(full);
  const byFrame = server.open('/api/ws');
  await new Promise((resolve) => byFrame.ws.once('open', resolve));
  byFrame.send('authenticate', { token: alice.token });
  expect(await byFrame.closed()).toBe(4409);
  expect(byFrame.frames).toMatchObject([{ data: { code: 'TOO_MANY_SOCKETS', type: 'authenticate' } }]);
  // Nobody else is affected.
  (await server.ready(bob)).ws.close();

  sockets[0]?.ws.close();
  await sockets[0]?.closed();
  const again = await server.ready(alice);
  for (const { ws } of [again, ...sockets]) ws.terminate();
  await expect.poll(() => roomOf(alice)).toBe(true);
});

test('sockets that are opened at the same time are counted too', async () => {
  const sockets = Array.from({ length: 3 * MAX }, () => server.open('/api/ws', bearer(alice.token)));
  const outcomes = await Promise.all(
    sockets.map((socket) =>
      Promise.race([
        socket.until({ type: 'ready' }).then(() => 'ready'),
        socket.closed().then((code) => (code === 4409 ? 'refused' : code)),
        socket.refused().then(({ status }) => (status === 409 ? 'refused' : status)),
      ]),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(MAX);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(2 * MAX);
  for (const { ws } of sockets) ws.terminate();
  await expect.poll(() => roomOf(alice)).toBe(true);
});

test('event streams count with the sockets', async () => {
  const actor = await server.services.findActor(bob.token);
  if (!actor) throw new Error('bob is signed in');
  const feeds = Array.from({ length: MAX }, () => server.hub.connect(actor));
  expect(await server.open('/api/ws', bearer(bob.token)).refused()).toMatchObject(full);
  for (const feed of feeds) feed.end('closed');
  (await server.ready(bob)).ws.close();
});

/** Whether nothing of the person is open. */
function roomOf({ id }: Person): boolean {
  const releases: Array<() => void> = [];
  try {
    for (let open = 0; open < MAX; open++) releases.push(server.hub.openSockets.open(id));
    return true;
  } catch {
    return false;
  } finally {
    for (const release of releases) release();
  }
}
