import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { PASSWORD, startTestService, type TestService } from '../src/testing/test-service.js';

const WRONG = 'wrong password';

let service: TestService;
beforeAll(async () => {
  // A /64 may try more often than it may guess.
  service = await startTestService({ RATE_AUTH_BURST: '100' });
});
afterAll(() => service.close());

let addresses = 0;
const newAddress = () => `172.16.${Math.floor(addresses / 256)}.${addresses++ % 256}`;

/** Signs in from an address, over REST or natively; answers the status and the code. */
async function login(fields: object, address = newAddress(), path = '/api/auth/login'): Promise<string> {
  const options = { headers: { 'X-Forwarded-For': address } };
  const { status, body } = await service.client(null).send('POST', path, fields, options);
  const code = body.code ?? body.error?.data?.errorCode;
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** Registers people, each from an address of their own. */
async function registered(...usernames: string[]): Promise<void> {
  for (const username of usernames) {
    const options = { headers: { 'X-Forwarded-For': newAddress() } };
    const fields = { username, password: PASSWORD };
    expect((await service.client(null).post('/api/auth/register', fields, options)).status).toBe(201);
  }
}

const count = (answers: readonly string[], answer: string) => answers.filter((one) => one === answer).length;
const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

test.each(['/api/auth/login', '/trpc/auth.login'])(
  '200 wrong passwords for one account from 200 addresses meet resistance at %s, and its owner does not',
  async (path) => {
    const username = path.startsWith('/api') ? 'rest-owner' : 'native-owner';
    await registered(username);
    const home = newAddress();
    expect(await login({ username, password: PASSWORD }, home, path)).toBe('200');
    const answers = await Promise.all(
      times(200, () => login({ username, password: WRONG }, newAddress(), path)),
    );
    expect(count(answers, '401 WRONG_CREDENTIALS')).toBeGreaterThanOrEqual(10);
    expect(count(answers, '401 WRONG_CREDENTIALS')).toBeLessThan(20);
    expect(count(answers, '403 TOO_MANY_ATTEMPTS')).toBeGreaterThan(180);
    expect(await login({ username, password: PASSWORD }, home, path)).toBe('200');
  },
);

test('an IPv6 network is one /64, whatever its addresses', async () => {
  const guess = (n: number) =>
    login({ username: `nobody-${n}`, password: WRONG }, `2001:db8:0:1:${n.toString(16)}::${n}`);
  const answers: string[] = [];
  for (let n = 1; n <= 40; n++) answers.push(await guess(n));
  expect(count(answers, '401 WRONG_CREDENTIALS')).toBeLessThan(35);
  expect(answers.at(-1)).toBe('403 TOO_MANY_ATTEMPTS');
  expect(await login({ username: 'nobody', password: WRONG }, '2001:db8:0:2::1')).toBe(
    '401 WRONG_CREDENTIALS',
  );
});

test('honest people sign in during a storm of 100 bad logins, from known and from new addresses', async () => {
  const people = times(8, (n) => `honest-${n}`);
  await registered(...people);
  const storm = times(100, (n) => login({ username: `storm-${n}`, password: WRONG }));
  const honest = people.map((username) => login({ username, password: PASSWORD }));
  expect(await Promise.all(honest)).toEqual(people.map(() => '200'));
  expect(count(await Promise.all(storm), '401 WRONG_CREDENTIALS')).toBe(100);
});

describe('five wrong passwords with a stolen session', () => {
  test('end it and close its sockets with 4401', async () => {
    const owner = await service.person('robbed');
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/ws`, {
      headers: { Authorization: `Bearer ${owner.token}`, 'X-Forwarded-For': newAddress() },
    });
    await once(socket, 'message');
    const closed = once(socket, 'close');
    const answers: string[] = [];
    for (let n = 0; n < 55; n++) {
      const { status } = await owner.post('/api/auth/password', {
        currentPassword: `${WRONG} ${n}`,
        newPassword: 'another good password',
      });
      answers.push(String(status));
    }
    expect(answers).toEqual([...times(5, () => '403'), ...times(50, () => '401')]);
    expect((await closed)[0]).toBe(4401);
    expect(await login({ username: 'robbed', password: PASSWORD })).toBe('200');
  });
});
