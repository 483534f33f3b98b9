import { afterEach, expect, test } from 'vitest';
import { Demo, type Send } from '../../page/src/demo.js';
import { refusalOf } from '../../page/src/refusal.js';
import { operationsOf } from '../../src/docs/page/operations.js';
import { PASSWORD, startTestService, type TestService } from '../../src/testing/test-service.js';

let service: TestService;
afterEach(() => service.close());

let addresses = 0;
/** Each request comes from an address of its own, so that the rate limit refuses none. */
const send: Send = (target, { headers, ...init }) => {
  const address = `10.8.${addresses >> 8}.${addresses++ % 256}`;
  const sent = { ...(headers as Record<string, string>), 'X-Forwarded-For': address };
  return fetch(service.url + target, { ...init, headers: sent });
};

/** The token of an account that the operator made. */
async function tokenOf(username: string, { admin = false } = {}): Promise<string> {
  await service.asOperator('POST', '/api/admin/users', { username, password: PASSWORD, admin });
  const { body } = await service.client(null).post('/api/auth/login', { username, password: PASSWORD });
  return body.data.token;
}

/** A demo account of a token, as far as it can be made, and what is said of the rest. */
async function demoOf(token: string): Promise<{ demo: Demo; said: string | null }> {
  const demo = new Demo(send);
  await demo.signIn(token);
  const said = await demo.start().then(
    () => null,
    (cause: unknown) => refusalOf(cause, demo.made.person?.username ?? null).text,
  );
  return { demo, said };
}

/** The operations whose call cannot be filled in, with why. */
async function unprepared(demo: Demo): Promise<Record<string, string>> {
  const failed: Record<string, string> = {};
  for (const operation of operationsOf(service.document))
    await demo.prepare(operation).catch((cause: Error) => {
      failed[operation.id] = cause.message;
    });
  return failed;
}

const refusal = (cause: unknown) => refusalOf(cause, null);

/** They take a second session, which takes the password. */
const NEED_PASSWORD = ['auth.endSession', 'auth.logout'];
const CLOSED = 'Nobody can register here; ask an admin of this service for an account.';

test('with REGISTRATION=invite the page asks for an invite, and registers all its accounts by one', async () => {
  service = await startTestService({ REGISTRATION: 'invite' });
  expect(await new Demo(send).start().catch(refusal)).toEqual({
    text: expect.stringMatching(
      /^Registering here takes an invite: .* Enter one here, or a token of your own\.$/,
    ),
    form: 'invite',
  });
  const wrong = new Demo(send).start(() => {}, 'no-such-code');
  expect(await wrong.catch(refusal)).toMatchObject({ form: 'invite' });

  const owner = await demoOf(await tokenOf('olga'));
  expect(owner.said).toBeNull();
  expect(Object.keys(await unprepared(owner.demo)).sort()).toEqual(NEED_PASSWORD);

  const invited = new Demo(send);
  await invited.start(() => {}, owner.demo.made.invite?.code ?? '');
  expect(await unprepared(invited)).toEqual({});
});

test('with REGISTRATION=closed it asks for a token, and the token of an admin makes everything', async () => {
  service = await startTestService({ REGISTRATION: 'closed' });
  expect(await new Demo(send).start().catch(refusal)).toEqual({
    text: `${CLOSED} With its token you can make the calls of this page.`,
    form: 'token',
  });

  const admin = await demoOf(await tokenOf('ada', { admin: true }));
  expect(admin.said).toBeNull();
  expect(Object.keys(await unprepared(admin.demo)).sort()).toEqual(NEED_PASSWORD);
});

test('with REGISTRATION=closed any token makes what needs no second person, and the page says why not the rest', async () => {
  service = await startTestService({ REGISTRATION: 'closed' });
  const { demo, said } = await demoOf(await tokenOf('pia'));
  expect(said).toBe(`You are pia. ${CLOSED} What could be made is filled in below.`);
  const missing = await unprepared(demo);
  expect(missing).toMatchObject({ 'servers.ban': CLOSED, 'dms.create': CLOSED });
  for (const id of ['messages.send', 'channels.delete', 'servers.createInvite', 'bots.gateway'])
    expect(missing).not.toHaveProperty([id]);
});
