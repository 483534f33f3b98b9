import { AppError } from '../kernel/errors/app-error.js';
import type { Services } from '../procedures/services.js';
import type { RegisterInput } from './schemas.js';

/**
 * Checks that somebody may register (docs/reference.md, section 5). Returns whether the account is to be the first admin. An
 * invite is checked where it is used, in the transaction. Throws `WRONG_SETUP_CODE`, `REGISTRATION_CLOSED` or
 * `INVITE_REQUIRED`.
 */
export function requireRegistration(
  { settings, setupCode }: Pick<Services, 'settings' | 'setupCode'>,
  input: Pick<RegisterInput, 'inviteCode' | 'setupCode'>,
): { readonly isFirstAdmin: boolean } {
  if (input.setupCode !== undefined) {
    if (setupCode?.matches(input.setupCode) !== true) throw new AppError('WRONG_SETUP_CODE');
    return { isFirstAdmin: true };
  }
  if (settings.registration === 'closed') throw new AppError('REGISTRATION_CLOSED');
  if (settings.registration === 'invite' && input.inviteCode === undefined) {
    throw new AppError('INVITE_REQUIRED');
  }
  return { isFirstAdmin: false };
}
