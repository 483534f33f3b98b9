import { setTimeout } from 'node:timers/promises';
import { tables } from '@palaver/db';
import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../procedures/services.js';

const { erasures } = tables;

/** How long it waits before work is tried again that has failed. */
const AGAIN_MS = 1_000;

/**
 * Waits until what a restore has found in a list of erasures is erased again. Call it before anybody is served: the backup had the
 * texts.
 */
export async function finishRestored({
  db,
  background,
  log,
}: Pick<Services, 'db' | 'log'> & {
  readonly background: { readonly idle: () => Promise<void> };
}): Promise<void> {
  const open = and(eq(erasures.restored, true), isNull(erasures.endedAt));
  for (let told = false; (await db.$count(erasures, open)) > 0; told = true) {
    if (told) await setTimeout(AGAIN_MS);
    else log.info({}, 'Erases what was erased after the restored backup had been taken');
    await background.idle();
  }
}
