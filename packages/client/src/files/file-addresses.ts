import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter, FileAddress } from '../service.js';

/** The longest side of a smaller version of a picture, in pixels. */
export type PictureSize = NonNullable<inferRouterInputs<AppRouter>['attachments']['address']['size']>;

/** Asks the service for the address of a file, or of a small version of a picture. */
export type AskAddress = (of: {
  readonly attachmentId: string;
  readonly size?: PictureSize | undefined;
}) => Promise<FileAddress>;

/** Before it ends an address is asked for anew, so that a player has time to load. */
const SPARE_MS = 5 * 60_000;
const KEPT_MAX = 500;

/**
 * Finds addresses, and keeps each for as long as it is valid: rows of a list come and go. Rejects as the call does; then the next one
 * asks again.
 */
export function fileAddresses(
  ask: AskAddress,
): (attachmentId: string, size?: PictureSize) => Promise<string> {
  const kept = new Map<string, Promise<FileAddress>>();
  return async (attachmentId, size) => {
    const key = attachmentId + size;
    const known = await kept.get(key)?.catch(() => null);
    if (known && Date.parse(known.expiresAt) - Date.now() > SPARE_MS) return known.url;
    const asked = ask({ attachmentId, size });
    kept.delete(key);
    kept.set(key, asked);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest) kept.delete(oldest);
    return (await asked).url;
  };
}
