import { createPasswordHasher, HASH_COST, type PasswordHasher } from '../kernel/services/passwords.js';

/** Hashes at the least cost that argon2 takes, in microseconds; passwords.test.ts and auth.test.ts hash at the service's own. */
export function createTestPasswordHasher(): Promise<PasswordHasher> {
  return createPasswordHasher({ cost: { ...HASH_COST, memoryCost: 8 } });
}
