import { hashToken } from '../auth/tokens.js';
import { AppError } from '../kernel/errors/app-error.js';
import { isUuid } from '../kernel/schema/ids.js';
import { EXTERNAL_ID } from '../kernel/schema/metadata.js';
import type { KeyCaller } from '../procedures/key-scope.js';
import type { Services } from '../procedures/services.js';
import { findKeyInUse, type PersonName, touchKey } from './key-queries.js';

/** The last use of a key is recorded at most once an hour: the write is not worth more precision. */
const RECORD_AFTER_MS = 3600 * 1000;
const BY_EXTERNAL_ID = 'external:';

/**
 * The key of a token, and the person whom the header names; null for a key that is revoked or expired. It is looked up for
 * each request, so a revoked key ends on every node at once. Throws `ACTING_USER_NOT_FOUND` unless the header names an
 * active person by `<id>` or `external:<externalId>`.
 */
export async function findKeyCaller(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  actingFor: string | null,
): Promise<KeyCaller | null> {
  const now = clock.now();
  const found = await findKeyInUse(db, hashToken(token), actingFor === null ? null : nameOf(actingFor), now);
  if (found === null) return null;
  const { lastUsedAt, userId, ...key } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= RECORD_AFTER_MS) {
    await touchKey(db, key.id, now);
  }
  if (actingFor === null) return { key, person: null };
  if (userId === null) throw new AppError('ACTING_USER_NOT_FOUND');
  return { key, person: { userId, isBot: false, sessionId: key.id, key } };
}

function nameOf(header: string): PersonName {
  const name = header.trim();
  if (name.startsWith(BY_EXTERNAL_ID)) {
    const externalId = name.slice(BY_EXTERNAL_ID.length);
    if (EXTERNAL_ID.test(externalId)) return { externalId };
  } else if (isUuid(name.toLowerCase())) {
    return { id: name.toLowerCase() };
  }
  throw new AppError('ACTING_USER_NOT_FOUND');
}
