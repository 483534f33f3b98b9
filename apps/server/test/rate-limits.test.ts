import { beforeAll, expect, test } from 'vitest';
import { RATE_LIMITS } from '../src/rate-limit/limits.js';
import { type SharedService, sharedService } from '../src/testing/shared-service.js';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

/** The rows of docs/reference.md, section 8, and the procedures that answer them. */
const AUTH_OPERATIONS = [
  { method: 'POST', path: '/api/auth/login', procedure: 'auth.login' },
  { method: 'POST', path: '/api/auth/register', procedure: 'auth.register' },
  { method: 'POST', path: '/api/auth/logout', procedure: 'auth.logout' },
  { method: 'GET', path: '/api/auth/callback/*', procedure: 'auth.callback' },
  { method: 'POST', path: '/api/auth/social', procedure: 'auth.social' },
  { method: 'POST', path: '/api/auth/verify-email', procedure: 'mail.verifyEmail' },
  { method: 'POST', path: '/api/auth/password-reset', procedure: 'mail.requestPasswordReset' },
  { method: 'POST', path: '/api/auth/password-reset/confirm', procedure: 'mail.resetPassword' },
  { method: 'GET', path: '/api/auth/social/*', procedure: 'auth.socialRedirect' },
  { method: 'POST', path: '/api/auth/exchange', procedure: 'auth.exchange' },
  { method: 'GET', path: '/api/bot-gateway', procedure: 'bots.gateway' },
];

/** One more than the auth bucket allows at once. */
const REQUESTS = RATE_LIMITS.auth.burst + 1;

async function statusesOf(method: string, path: string, address: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const response = await fetch(service.url + path, { method, headers: { 'X-Forwarded-For': address } });
    statuses.push(response.status);
    await response.arrayBuffer();
  }
  return statuses;
}

const limited = (statuses: number[]) => statuses.map((status) => status === 429);
const ONLY_THE_LAST = [...Array(RATE_LIMITS.auth.burst).fill(false), true];

test.each(AUTH_OPERATIONS.map((operation, n) => ({ ...operation, n })))(
  'the service limits $method $path, and $procedure over the native API',
  async ({ method, path, procedure, n }) => {
    const actual = path.replace('*', 'someone');
    expect(limited(await statusesOf(method, actual, `172.20.1.${n}`))).toEqual(ONLY_THE_LAST);
    expect(limited(await statusesOf(method, `${actual.toUpperCase()}/`, `172.20.2.${n}`))).toEqual(
      ONLY_THE_LAST,
    );
    expect(limited(await statusesOf(method, `/trpc/${procedure}`, `172.20.3.${n}`))).toEqual(ONLY_THE_LAST);
  },
);

test('other operations have only the global limit', async () => {
  expect(limited(await statusesOf('GET', '/api/users/me', '172.20.4.1'))).not.toContain(true);
});
