import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mail, MailError } from '../kernel/services/mailer.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let admin: TestUser;
let sent: Mail[] = [];
let failure: MailError | null = null;
beforeAll(async () => {
  const send = async (mail: Mail) => {
    if (failure !== null) throw failure;
    sent.push(mail);
  };
  world = await createWorld({ mailer: { send } });
  admin = await world.person('olga');
  await world.services.db.update(tables.users).set({ admin: true }).where(eq(tables.users.id, admin.id));
});
beforeEach(() => {
  sent = [];
  failure = null;
});
afterAll(() => world.close());

describe('a test mail', () => {
  test('goes to the address that is given, and the audit log has it', async () => {
    expect(await admin.call.admin.testMail({ address: 'ops@example.com' })).toEqual({
      address: 'ops@example.com',
    });
    expect(sent).toMatchObject([{ to: 'ops@example.com', subject: 'Test mail' }]);
    const [act] = await admin.call.admin.auditLog({});
    expect(act).toMatchObject({ act: 'mail.tested', actorName: 'olga', targetName: 'ops@example.com' });
    expect(act?.details).toEqual({ failure: null });
  });

  test('goes to the own address once that is verified', async () => {
    await refusedWith('NO_EMAIL', admin.call.admin.testMail({}));
    const address = 'root@example.com';
    const users = tables.users;
    await world.services.db.update(users).set({ email: address }).where(eq(users.id, admin.id));
    await refusedWith('NO_EMAIL', admin.call.admin.testMail({}));
    await world.services.db.update(users).set({ verifiedEmail: address }).where(eq(users.id, admin.id));
    expect(await admin.call.admin.testMail({})).toEqual({ address });
  });

  test('that fails says why, and the audit log has it too', async () => {
    failure = new MailError('EDNS', false);
    const given = admin.call.admin.testMail({ address: 'ops@example.com' });
    await expect(given).rejects.toThrow('its name does not resolve');
    await refusedWith('MAIL_FAILED', admin.call.admin.testMail({ address: 'ops@example.com' }));
    const [act] = await admin.call.admin.auditLog({});
    expect(act?.details).toEqual({ failure: 'EDNS' });
    failure = new MailError('421', false);
    await expect(admin.call.admin.testMail({ address: 'ops@example.com' })).rejects.toThrow(
      'it answered 421',
    );
  });
});
