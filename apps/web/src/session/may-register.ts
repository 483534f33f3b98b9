import type { AuthOptions } from '@palaver/client';

/** Whether somebody can make an account here, with the invite that brought them, or none. */
export function mayRegister(registration: AuthOptions['registration'], inviteCode: string | null): boolean {
  return registration === 'open' || (registration === 'invite' && inviteCode !== null);
}
