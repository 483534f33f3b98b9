import type { User } from '../protocol/records/user.js';
import type { TestUser } from './world.js';

/** The record of a user as everybody sees it: their profile without what it says to this reader alone. */
export async function seenUser(reader: TestUser, userId: string): Promise<User> {
  const { timezone, commonServerIds, ...user } = await reader.call.users.get({ userId });
  return user;
}
