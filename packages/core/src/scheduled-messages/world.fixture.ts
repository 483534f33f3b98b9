import { newId, type Queryable, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import type { TestUser, World } from '../testing/world.js';

const HOUR_MS = 3600 * 1000;

/** An hour from now, by the clock of this machine, which is the database's as well. */
export const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString();

/** Lets the time of a scheduled message come. */
export async function makeDue(q: Queryable, id: string): Promise<void> {
  const { scheduledMessages } = tables;
  await q
    .update(scheduledMessages)
    .set({ sendAt: sql`now() - interval '1 minute'` })
    .where(eq(scheduledMessages.id, id));
}

/** An upload to a channel that no message carries yet. */
export async function newUpload(world: World, who: TestUser, channelId: string): Promise<string> {
  const [id, createdAt] = [newId(), world.clock.now()];
  const file = { filename: 'notes.txt', mimeType: 'text/plain', sizeBytes: 5, createdAt };
  await world.services.db.insert(tables.attachments).values({ id, channelId, uploaderId: who.id, ...file });
  return id;
}

/** The events of scheduled messages in somebody's own stream. */
export async function scheduledEvents(world: World, who: TestUser) {
  return (await world.log(who)).flatMap((event) =>
    event.type === 'scheduled_message.updated' || event.type === 'scheduled_message.deleted' ? [event] : [],
  );
}
