import { newId, type Transaction } from '@palaver/db';
import { closeSockets } from '../auth/sessions.js';
import { hashToken, newToken } from '../auth/tokens.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireFewer } from '../kernel/errors/require-quota.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { AdminContext, Knowing, Using } from '../procedures/context.js';
import type { ApiKey, ApiKeyCreated } from '../protocol/records/api-key.js';
import { recordAct, requireAdminThere, transactAsAdmin } from './access.js';
import { countKeys, deleteKey, deleteKeysOf, insertKey, listKeys as listKeyRows } from './key-queries.js';
import { toApiKey } from './record.js';
import type { CreateKeyInput } from './schemas.js';

/** More than the backends of one product, and few enough to read through. */
const KEYS_MAX = 100;

/** The keys of this instance, newest first; a revoked one is in the audit log alone. */
export async function listKeys(ctx: AdminContext): Promise<ApiKey[]> {
  return (await listKeyRows(ctx.services.db)).map(toApiKey);
}

/**
 * Makes an API key, whose token a retry from the same session gets again. Throws `TOO_MANY_KEYS`, `STEP_UP_REQUIRED`, or
 * `INVALID_INPUT` for a key that would have expired.
 */
export function createKey(ctx: AdminContext, input: CreateKeyInput): Promise<ApiKeyCreated> {
  const now = ctx.services.clock.now();
  const { expiresAt = null } = input;
  if (expiresAt !== null && expiresAt <= now) throw invalidField('expiresAt', 'must be in the future');
  const { name } = input;
  return transactAsAdmin(
    ctx,
    async (tx, record) => {
      requireFewer('TOO_MANY_KEYS', await countKeys(tx), KEYS_MAX);
      await requireAdminThere(ctx, tx);
      const token = newToken('key');
      const scopes = [...new Set(input.scopes)];
      const row = {
        id: newId(),
        name,
        scopes,
        createdBy: ctx.admin.name,
        createdAt: now,
        expiresAt,
        lastUsedAt: null,
      };
      await insertKey(tx, { ...row, tokenHash: hashToken(token) });
      const { actor, request } = ctx;
      if (actor !== undefined) {
        const notice = { userId: actor.userId, kind: 'apiKey.made', client: request, about: name } as const;
        await ctx.services.upward.tellOfSecurity(ctx.services, tx, notice);
      }
      await record({ act: 'key.created', target: row, details: { scopes: scopes.join(' ') } });
      return { key: toApiKey(row), token };
    },
    { secret: true },
  );
}

/** Revokes a key: its calls are refused and its sockets close. Throws `KEY_NOT_FOUND` or `STEP_UP_REQUIRED`. */
export async function revokeKey(ctx: AdminContext, givenId: string): Promise<void> {
  const keyId = requireUuid(givenId, 'KEY_NOT_FOUND');
  await transactAsAdmin(ctx, async (tx, record, _emit, afterCommit) => {
    await requireAdminThere(ctx, tx);
    const row = await deleteKey(tx, keyId);
    if (row === null) throw new AppError('KEY_NOT_FOUND');
    await record({ act: 'key.revoked', target: row });
    afterCommit(() => closeSockets(ctx.services, [keyId]));
  });
}

/** How many keys a person has made. */
export { countKeysOf } from './key-queries.js';

/** Revokes the keys that the person of a locked account has made; returns their ids, whose sockets are to be closed. */
export async function endKeysOf(
  ctx: Using<'clock'> & Knowing<'requestId'>,
  tx: Transaction,
  { id: userId, username: name }: { readonly id: string; readonly username: string },
): Promise<string[]> {
  const keys = await deleteKeysOf(tx, userId);
  for (const target of keys)
    await recordAct({ ...ctx, admin: { userId, name } }, tx, { act: 'key.revoked', target });
  return keys.map(({ id }) => id);
}
