/** The path under which the native API is mounted. */
export const NATIVE_MOUNT = '/trpc';

/** In any case, as Express matches paths. */
const MOUNT = new RegExp(`^${NATIVE_MOUNT}(?=/|$)`, 'i');

/**
 * The last segment of a path below the mount, still escaped, as tRPC's adapters read it: the name of a procedure, or the
 * names of a batch with commas between. Undefined for a path that is not below the mount.
 */
export function nativePath(path: string): string | undefined {
  return MOUNT.test(path) ? path.replace(MOUNT, '').replace(/^.*\//s, '') : undefined;
}
