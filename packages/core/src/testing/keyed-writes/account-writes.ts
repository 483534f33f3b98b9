import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { newBot, type Writes } from './preparation.js';

/** The writes of accounts, mails and bots. */
export const ACCOUNT_WRITES: Writes = {
  'users.updateMe':
    async ({ n }) =>
    (call) =>
      call.users.updateMe({ status: `status ${n}` }),
  'users.block': async ({ world, n }) => {
    const { id: userId } = await world.person(`blocked-${n}`);
    return (call) => call.users.block({ userId });
  },
  'users.unblock': async ({ world, who, n }) => {
    const { id: userId } = await world.person(`unblocked-${n}`);
    await who.call.users.block({ userId });
    return (call) => call.users.unblock({ userId });
  },
  'mail.requestVerification': async ({ world, who, n }) => {
    // Of the three that a person gets in an hour.
    await world.services.db.delete(tables.mailOutbox).where(eq(tables.mailOutbox.userId, who.id));
    await world.services.db
      .update(tables.users)
      .set({ email: `person-${n}@example.com` })
      .where(eq(tables.users.id, who.id));
    return (call) => call.mail.requestVerification();
  },
  'mailPreferences.set': async ({ world, who, n }) => {
    await world.services.db.delete(tables.mailDigests).where(eq(tables.mailDigests.userId, who.id));
    const digest = n % 2 === 0 ? '15m' : '24h';
    return (call) => call.mailPreferences.set({ digest });
  },
  'users.setAvatar': async ({ n }) => {
    return (call) => call.users.setAvatar(picture(n));
  },
  'users.removeAvatar': async ({ who, n }) => {
    await who.call.users.setAvatar(picture(n));
    return (call) => call.users.removeAvatar();
  },
  'bots.create':
    async ({ n }) =>
    (call) =>
      call.bots.create({ username: `robot-${n}` }),
  'bots.update': async ({ who, n }) => {
    const botId = await newBot(who, n);
    return (call) => call.bots.update({ botId, displayName: 'Helper' });
  },
  'bots.delete': async ({ who, n }) => {
    const botId = await newBot(who, n);
    return (call) => call.bots.delete({ botId });
  },
  'bots.rotateToken': async ({ who, n }) => {
    const botId = await newBot(who, n);
    return (call) => call.bots.rotateToken({ botId });
  },
};

/** Another colour for each `n`. */
function picture(n: number): Blob {
  const colour = ((n * 0x345_7f3) & 0xffffff).toString(16).padStart(6, '0');
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0" fill="#${colour}"/></svg>`;
  // The native API passes a stream to the procedure; its type is that of what a client gives.
  return new Blob([image]).stream() as unknown as Blob;
}
