import { tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession, type SignInMethod } from '../auth/sessions.js';
import { userStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';
import { OUTBOX_MAX } from './outbox.js';

const { mailOutbox, users } = tables;
const [HOME, OFFICE] = ['192.0.2.7', '198.51.100.9'];

let world: World;
let n = 0;
beforeAll(async () => {
  // It has no mailer: what is to be sent stays in the outbox.
  world = await createWorld();
});
afterAll(() => world.close());

async function person({ isVerified = true } = {}): Promise<TestUser> {
  const who = await world.person(`person-${++n}`);
  const email = `person-${n}@example.org`;
  await world.services.db
    .update(users)
    .set({ email, verifiedEmail: isVerified ? email : null })
    .where(eq(users.id, who.id));
  return who;
}

async function signIn(
  who: TestUser,
  network: string,
  userAgent: string | null = null,
  method: SignInMethod = 'password',
) {
  const ctx = { ...world.services, replyHeaders: new Map(), idempotency: null, seal: null };
  await transact(ctx, (tx, emit) => openSession(ctx, tx, emit, who.id, { userAgent, network }, method));
}

const mailsOf = ({ id }: TestUser) =>
  world.services.db.select().from(mailOutbox).where(eq(mailOutbox.userId, id));

describe('a sign-in on a new device', () => {
  test('is mailed once, to the verified address of then, with what is known of it', async () => {
    const who = await person();
    await signIn(who, HOME, 'Firefox/140 (X11; Linux)');
    await signIn(who, HOME, 'Firefox/140 (X11; Linux)');
    const at = world.clock.now().toISOString();
    expect(await mailsOf(who)).toMatchObject([
      {
        kind: 'new-sign-in',
        address: `person-${n}@example.org`,
        details: { at, device: 'Firefox/140 (X11; Linux)', network: HOME },
      },
    ]);
    expect(JSON.stringify(await mailsOf(who))).not.toMatch(/plv_/);
  });

  test('is not mailed where an issuer of tokens asks for the session', async () => {
    const who = await person();
    await signIn(who, HOME, null, 'token');
    expect(await mailsOf(who)).toEqual([]);
  });

  test('is not mailed to an address that nobody has verified', async () => {
    const who = await person({ isVerified: false });
    await signIn(who, HOME);
    expect(await mailsOf(who)).toEqual([]);
  });

  test('is not mailed about the first session of an account', async () => {
    const who = await person();
    await world.services.db.delete(tables.sessions).where(eq(tables.sessions.userId, who.id));
    await signIn(who, HOME);
    expect(await mailsOf(who)).toEqual([]);
  });

  test('has nothing in its text that a mail program makes a link of', async () => {
    const who = await person();
    await signIn(who, HOME, `Mozilla\r\nBcc: x@example.org http://evil.example/<b>${'x'.repeat(300)}`);
    const [mail] = await mailsOf(who);
    const device = String(mail?.details?.device);
    expect(device).not.toMatch(/[:<>@\r\n]/);
    expect(device.length).toBeLessThanOrEqual(120);
  });

  test('waits three times at most, and a full outbox keeps nobody from signing in', async () => {
    const who = await person();
    for (let device = 0; device < 5; device++) await signIn(who, OFFICE, `device ${device}`);
    expect(await mailsOf(who)).toHaveLength(3);
    const other = await person();
    await world.services.db.execute(sql`
      insert into mail_outbox (id, kind, address, created_at, next_try_at)
      select gen_random_uuid(), 'reset-password', 'nobody@example.org', now(), now() from generate_series(1, ${OUTBOX_MAX}::int)`);
    const { username } = await other.call.users.me();
    const caller = world.userWithToken('', null, OFFICE);
    await caller.call.auth.login({ username, password: PASSWORD });
    expect(await mailsOf(other)).toEqual([]);
    const told = await world.log(userStream(other.id));
    expect(told.filter(({ type }) => type === 'session.created')).toHaveLength(1);
    await world.services.db.delete(mailOutbox).where(eq(mailOutbox.kind, 'reset-password'));
  });
});
