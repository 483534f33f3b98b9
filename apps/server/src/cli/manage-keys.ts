import { ApiKey, ApiKeyCreated, Done } from '@palaver/core/protocol';
import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import { table } from './table.js';
import type { Answer } from './terminal.js';

export async function listKeys(api: AdminApi): Promise<Answer> {
  const data = await api(z.array(ApiKey), 'GET', 'keys');
  const rows = data.map((key) => [key.id, key.name, key.scopes.join(' '), key.expiresAt, key.lastUsedAt]);
  return { data, text: table([['id', 'name', 'scopes', 'expires', 'last used'], ...rows]) };
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: string | undefined;
}

export async function createKey(api: AdminApi, input: NewKey): Promise<Answer> {
  const data = await api(ApiKeyCreated, 'POST', 'keys', input);
  const { key, token } = data;
  return { data, text: `Made the key ${key.name} (${key.id}). Its token is shown only here:\n${token}` };
}

export async function revokeKey(api: AdminApi, id: string): Promise<Answer> {
  const data = await api(Done, 'DELETE', `keys/${encodeURIComponent(id)}`);
  return { data, text: `Revoked the key ${id}.` };
}
