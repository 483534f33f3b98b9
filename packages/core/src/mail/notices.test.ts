import { type Transaction, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.js';
import { type mailNotice, NOTICES_MAX } from './notices.js';
import { OUTBOX_MAX } from './outbox.js';
import { mailSecretsExposed } from './secrets-exposed.js';
import { tellOfSecurity } from './security-notice.js';
import { mailWebhookDisabled } from './webhook-disabled.js';

const { mailOutbox, users } = tables;
type Kind = Parameters<typeof mailNotice>[2]['kind'];
type Mail = (tx: Transaction, userId: string, settings?: World['services']['settings']) => Promise<void>;

let world: World;
let n = 0;
beforeAll(async () => {
  // It has no mailer: what is to be sent stays in the outbox.
  world = await createWorld();
});
afterAll(() => world.close());

const NOTICES: Readonly<Record<Kind, Mail>> = {
  security: (tx, userId, settings = world.services.settings) => {
    const client = { userAgent: 'Firefox/140', network: '192.0.2.7' };
    return tellOfSecurity({ ...world.services, settings }, tx, { userId, kind: 'session.created', client });
  },
  'webhook-disabled': (tx, userId, settings = world.services.settings) => {
    const webhook = { userId, host: 'receiver.example', reason: 'failing' as const, at: world.clock.now() };
    return mailWebhookDisabled({ settings }, tx, webhook);
  },
  'secrets-exposed': (tx, userId, settings = world.services.settings) =>
    mailSecretsExposed({ settings }, tx, { userId, serverName: 'Acme', at: world.clock.now() }),
};

async function person(email: string | null = `person-${n + 1}@example.org`): Promise<string> {
  const { id } = await world.person(`person-${++n}`);
  await world.services.db.update(users).set({ email }).where(eq(users.id, id));
  return id;
}

const mailsOf = (userId: string) =>
  world.services.db.select().from(mailOutbox).where(eq(mailOutbox.userId, userId));

describe.each(Object.entries(NOTICES))('a notice %s', (kind, mail) => {
  const notice = (userId: string) => world.services.db.transaction((tx) => mail(tx, userId));

  test(`waits ${NOTICES_MAX} times at most for one account, and for each by itself`, async () => {
    const [who, other] = [await person(), await person()];
    for (let time = 0; time < NOTICES_MAX + 2; time++) await notice(who);
    await notice(other);
    expect((await mailsOf(who)).map((each) => each.kind)).toEqual(Array(NOTICES_MAX).fill(kind));
    expect(await mailsOf(other)).toHaveLength(1);
  });

  test('waits beside those of other kinds', async () => {
    const who = await person();
    for (const each of Object.values(NOTICES))
      for (let time = 0; time <= NOTICES_MAX; time++)
        await world.services.db.transaction((tx) => each(tx, who));
    expect((await mailsOf(who)).filter((each) => each.kind === kind)).toHaveLength(NOTICES_MAX);
  });

  test('goes nowhere without an address that counts, and where the service sends no mail', async () => {
    const [unknown, who] = [await person(null), await person()];
    await world.services.db
      .update(users)
      .set({ pendingEmail: 'later@example.org' })
      .where(eq(users.id, unknown));
    await notice(unknown);
    const settings = { ...world.services.settings, mailPagesUrl: null };
    await world.services.db.transaction((tx) => mail(tx, who, settings));
    expect([await mailsOf(unknown), await mailsOf(who)]).toEqual([[], []]);
  });

  test('is left out where the outbox is full, and nothing is refused', async () => {
    const who = await person();
    await world.services.db.execute(sql`
      insert into mail_outbox (id, kind, address, created_at, next_try_at)
      select gen_random_uuid(), 'reset-password', 'nobody@example.org', now(), now() from generate_series(1, ${OUTBOX_MAX}::int)`);
    await notice(who);
    expect(await mailsOf(who)).toEqual([]);
    await world.services.db.delete(mailOutbox).where(eq(mailOutbox.kind, 'reset-password'));
  });
});
