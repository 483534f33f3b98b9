import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { addressOf, listen } from './listen.js';
import { close } from './testing/listen.js';

/** The system's counters of TCP (Linux). */
const COUNTERS = '/proc/net/netstat';

/** How many connections have found no room at a listening socket of this machine. */
function overflows(): number {
  const [names = '', values = ''] = readFileSync(COUNTERS, 'utf8').split('\n');
  return Number(values.split(' ')[names.split(' ').indexOf('ListenOverflows')]);
}

test.skipIf(!existsSync(COUNTERS))(
  'many who connect in one turn of the event loop all find room',
  async () => {
    const server = createServer();
    await listen(server, { host: '127.0.0.1', port: 0 });
    const { port } = new URL(addressOf(server));
    const before = overflows();
    const clients = Array.from({ length: 700 }, () => connect(Number(port), '127.0.0.1'));
    await Promise.all(clients.map((client) => once(client, 'connect')));
    expect(overflows()).toBe(before);
    for (const client of clients) client.destroy();
    await close(server);
  },
);
