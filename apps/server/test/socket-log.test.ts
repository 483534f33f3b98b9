import { once } from 'node:events';
import { connect } from '@palaver/db';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestService } from '../src/testing/test-service.js';

const CLIENT = '198.51.100.7';

test('a line about a WebSocket names its client, as a line about a request does', async () => {
  const lines: { msg: string }[] = [];
  const service = await startTestService({}, (line) => lines.push(JSON.parse(line)));
  const { token } = await service.person('alice');
  const open = (query: string) =>
    new WebSocket(`${service.url.replace('http', 'ws')}/api/ws${query}`, {
      headers: { 'X-Forwarded-For': CLIENT },
    });
  const waiting = open('');
  await once(waiting, 'open');
  const sql = connect({ url: service.databaseUrl }, { max: 1 });
  await sql`alter table sessions rename to gone`;

  const [error] = await once(open(`?token=${token}`), 'error');
  expect(String(error)).toContain('500');
  waiting.send(JSON.stringify({ type: 'authenticate', data: { token } }));
  await once(waiting, 'close');

  for (const msg of ['An upgrade failed', 'A WebSocket frame failed']) {
    const line = lines.find((candidate) => candidate.msg === msg);
    expect(line).toMatchObject({
      level: 50,
      client: CLIENT,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  }
  await sql`alter table gone rename to sessions`;
  await sql.end();
  await service.close();
});
