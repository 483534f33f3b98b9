import { AdminPasswordReset, AdminUser, AdminUserCreated, Done } from '@palaver/core/protocol';
import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import { findUser } from './find-user.js';
import { queryOf } from './paging.js';
import { table } from './table.js';
import type { Answer } from './terminal.js';

export interface ListOptions {
  readonly query?: string | undefined;
  readonly limit?: string | undefined;
  readonly before?: string | undefined;
}

export async function listUsers(api: AdminApi, { query, limit, before }: ListOptions): Promise<Answer> {
  const data = await api(z.array(AdminUser), 'GET', `users${queryOf({ query, limit, before })}`);
  const rows = data.map((user) => [
    user.id,
    user.username,
    user.email,
    kindOf(user),
    user.createdAt,
    user.lastUsedAt,
  ]);
  return { data, text: table([['id', 'username', 'email', 'kind', 'created', 'last used'], ...rows]) };
}

export async function showUser(api: AdminApi, nameOrId: string): Promise<Answer> {
  const user = await findUser(api, nameOrId);
  return { data: user, text: sentenceOf(user) };
}

export interface NewUser {
  readonly username: string;
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
  readonly admin: boolean;
  readonly password?: string | undefined;
}

export async function createUser(api: AdminApi, input: NewUser): Promise<Answer> {
  const data = await api(AdminUserCreated, 'POST', 'users', input);
  return {
    data,
    text: [`Created ${data.user.username} (${data.user.id}).`, ...shown(data.password)].join('\n'),
  };
}

export async function resetPassword(
  api: AdminApi,
  nameOrId: string,
  newPassword: string | undefined,
): Promise<Answer> {
  const user = await findUser(api, nameOrId);
  const data = await api(AdminPasswordReset, 'POST', `users/${user.id}/password`, { newPassword });
  const done = `The password of ${user.username} is new, and all sessions of the account have ended.`;
  return { data, text: [done, ...shown(data.password)].join('\n') };
}

export async function resetSecondFactor(api: AdminApi, nameOrId: string): Promise<Answer> {
  const user = await findUser(api, nameOrId);
  const data = await api(Done, 'DELETE', `users/${user.id}/second-factor`);
  return { data, text: `${user.username} has no second factor any more.` };
}

export async function deleteUser(api: AdminApi, nameOrId: string): Promise<Answer> {
  const user = await findUser(api, nameOrId);
  const data = await api(Done, 'DELETE', `users/${user.id}`);
  return { data, text: `The account of ${user.username} is deleted. Its messages stay, without a name.` };
}

type UserChange = { readonly admin: boolean } | { readonly deactivated: boolean };

/** Promotes, demotes, deactivates or reactivates. */
export async function updateUser(api: AdminApi, nameOrId: string, change: UserChange): Promise<Answer> {
  const { id } = await findUser(api, nameOrId);
  const user = await api(AdminUser, 'PATCH', `users/${id}`, change);
  return { data: user, text: `${user.username} ${CHANGED[changeOf(change)]}.` };
}

const CHANGED = {
  promoted: 'is an admin of the service',
  demoted: 'is no admin of the service',
  deactivated: 'is deactivated: all sessions have ended, and nobody can sign in as this account',
  reactivated: 'can sign in again',
} as const;

function changeOf(change: UserChange): keyof typeof CHANGED {
  if ('admin' in change) return change.admin ? 'promoted' : 'demoted';
  return change.deactivated ? 'deactivated' : 'reactivated';
}

function sentenceOf(user: AdminUser): string {
  const { id, username, displayName, email, externalId, createdAt, lastUsedAt } = user;
  const facts = [
    displayName,
    email ?? 'no e-mail address',
    ...(externalId === null ? [] : [`external id ${externalId}`]),
    `made on ${createdAt}`,
    lastUsedAt === null ? 'not signed in' : `last used on ${lastUsedAt}`,
  ];
  return `${username} (${id}), ${kindOf(user)}: ${facts.join(', ')}.`;
}

function kindOf({ bot, admin, deactivatedAt }: AdminUser): string {
  const kind = bot ? 'bot' : admin ? 'admin' : 'person';
  return deactivatedAt === null ? kind : `${kind}, deactivated`;
}

function shown(password: string | null): string[] {
  return password === null ? [] : [`Password, shown only now: ${password}`];
}
