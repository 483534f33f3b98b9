import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { checkPages } from './check-pages.js';
import { LIMIT } from './pages.js';

const message = (n: number) => ({
  id: `message-${n}`,
  user: { id: 'user', username: 'alice' },
  replyCount: 2,
  reactions: [{ emoji: '👍', count: 3 }, { emoji: '🎉' }],
  attachments: [{}],
});
const messages = Array.from({ length: LIMIT }, (_, n) => message(n));
const items = messages.map(({ id }) => ({ id, author: 'alice', replies: 2, reactions: 4, files: 1 }));

async function serve(data: readonly object[]): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ data })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return `http://127.0.0.1:${address.port}`;
}

test('accepts a page that holds the items of the database', async () => {
  await checkPages(await serve(messages), [{ path: '/page', items }], 'token');
});

test('rejects a page with another item', async () => {
  const url = await serve([...messages.slice(1), message(99)]);

  await expect(checkPages(url, [{ path: '/page', items }], 'token')).rejects.toThrow(
    '/page holds other items',
  );
});
