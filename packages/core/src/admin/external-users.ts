import type { Transaction } from '@palaver/db';
import {
  createExternal,
  type ExternalAccount,
  type ExternalProfile,
  lockExternal,
  updateExternal,
} from '../auth/external-account.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { againIfTaken, uniqueOr } from '../kernel/errors/unique.js';
import { changesOf } from '../kernel/schema/changes.js';
import type { AdminContext } from '../procedures/context.js';
import type { AdminUserPut } from '../protocol/records/admin.js';
import { TAKEN } from '../users/actions.js';
import type { MeRow } from '../users/record.js';
import { lockAnyUser, requireNoKey, targetOf, transactAsAdmin } from './access.js';
import { toAdminUser } from './record.js';
import type { PutExternalUserInput } from './schemas.js';

/**
 * Makes the account of an external id, or brings it up to date by the rules of a token's claims. What is so already is
 * no act. Throws `KEY_NOT_ALLOWED` for a key and the account of an admin, `ACCOUNT_DEACTIVATED`, `INVALID_INPUT` for a
 * bot, and `USERNAME_TAKEN` or `EMAIL_TAKEN` where somebody takes the name or the address at the same moment.
 */
export function putExternalUser(
  ctx: AdminContext,
  { externalId, email, ...given }: PutExternalUserInput,
): Promise<AdminUserPut> {
  const profile: ExternalProfile = { ...given, verifiedEmail: email };
  const put = (isContested: boolean) =>
    transactAsAdmin(ctx, async (tx, record, emit, afterCommit) => {
      const before = await lockExternal(tx, externalId);
      if (before === null) {
        const made = await createExternal(ctx.services, tx, emit, { ...profile, externalId }, isContested);
        await record({ act: 'user.created', target: targetOf(made), details: { admin: false } });
        return answer(tx, made, true);
      }
      requireChangeable(ctx, before);
      const after = await updateExternal(ctx.services, tx, emit, before, profile);
      const fields = changedFields(before, after);
      if (fields !== '') {
        await record({ act: 'user.updated', target: targetOf(after), details: { fields } });
        afterCommit(() => ctx.services.background.wake());
      }
      return answer(tx, after, false);
    });
  return uniqueOr(TAKEN, () => againIfTaken(put));
}

/** An admin's address is where their new password is sent, so no key changes it. */
function requireChangeable(ctx: AdminContext, { admin, bot, deactivatedAt }: ExternalAccount): void {
  if (bot) throw invalidField('externalId', 'is that of a bot');
  if (admin) requireNoKey(ctx);
  if (deactivatedAt !== null) throw new AppError('ACCOUNT_DEACTIVATED');
}

async function answer(tx: Transaction, { id }: MeRow, created: boolean): Promise<AdminUserPut> {
  return { user: toAdminUser(await lockAnyUser(tx, id)), created };
}

/** The names of what differs, never what it was. */
function changedFields(before: MeRow, { displayName, email, metadata }: MeRow): string {
  const given = { displayName, email, metadata };
  return Object.keys(changesOf<typeof given>(before, given)).join(' ');
}
