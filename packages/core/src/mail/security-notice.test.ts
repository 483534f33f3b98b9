import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession, type SignInMethod } from '../auth/sessions.js';
import { NO_REQUEST, transact } from '../log/transact.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

const { mailOutbox, users } = tables;
const HOME = '192.0.2.7';

let world: World;
let n = 0;
beforeAll(async () => {
  // It has no mailer: what is to be sent stays in the outbox.
  world = await createWorld();
});
afterAll(() => world.close());

async function person(): Promise<TestUser> {
  const who = await world.person(`person-${++n}`);
  const email = `person-${n}@example.org`;
  await world.services.db.update(users).set({ email, verifiedEmail: email }).where(eq(users.id, who.id));
  return who;
}

async function signIn(
  who: TestUser,
  network: string,
  userAgent: string | null = null,
  method: SignInMethod = 'password',
) {
  const ctx = { services: world.services, ...NO_REQUEST };
  await transact(ctx, (tx, emit) =>
    openSession(ctx.services, tx, emit, who.id, { userAgent, network }, method),
  );
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
        kind: 'security',
        address: `person-${n}@example.org`,
        details: { what: 'session.created', at, device: 'Firefox/140 (X11; Linux)', network: HOME },
      },
    ]);
    expect(JSON.stringify(await mailsOf(who))).not.toMatch(/plv_/);
  });

  test('is not mailed where an issuer of tokens asks for the session', async () => {
    const who = await person();
    await signIn(who, HOME, null, 'token');
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
});
