import { createRequire } from 'node:module';

const manifest: unknown = createRequire(import.meta.url)('../package.json');

/** The version of this service, as its package says. */
export const VERSION =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0.0.0';
