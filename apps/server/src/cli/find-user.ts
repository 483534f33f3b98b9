import { AdminUser } from '@palaver/core/protocol';
import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import { CommandError } from './terminal.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds an account by its username or id. Throws a `CommandError` with the code `USER_NOT_FOUND`. */
export async function findUser(api: AdminApi, nameOrId: string): Promise<AdminUser> {
  if (UUID.test(nameOrId)) return api(AdminUser, 'GET', `users/${nameOrId}`);
  const query = new URLSearchParams({ username: nameOrId.slice(0, 32) });
  const [user] = await api(z.array(AdminUser), 'GET', `users?${query}`);
  if (!user || user.username.toLowerCase() !== nameOrId.toLowerCase()) {
    throw new CommandError('USER_NOT_FOUND', `There is no user named ${nameOrId}.`);
  }
  return user;
}
