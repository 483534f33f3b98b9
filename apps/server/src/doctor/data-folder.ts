import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import { type Check, fail, ok, warn } from './check.js';

const GB = 1_000_000_000;

/** Whether the service can write its files, nobody else can read them, and the disk has room. Changes nothing. */
export async function checkDataFolder(config: Config): Promise<Check[]> {
  const { dataDir } = config;
  const found = await stat(dataDir).catch(() => null);
  if (found === null) return [await checkMissing(dataDir)];
  if (!found.isDirectory()) {
    return [fail('Data folder', `${dataDir} is not a folder`, 'Set DATA_DIR to a folder.')];
  }
  if (!(await isWritable(dataDir))) return [notWritable(dataDir)];
  const modes = await Promise.all(
    ['files', 'postgres/password'].map((path) => checkMode(join(dataDir, path))),
  );
  return [ok('Data folder', dataDir), ...modes.flat(), await checkSpace(config)];
}

async function checkMissing(dataDir: string): Promise<Check> {
  const parent = await nearestFolder(dataDir);
  if (!(await isWritable(parent))) return notWritable(parent);
  return ok('Data folder', `${dataDir} does not exist yet; the first start makes it`);
}

function notWritable(path: string): Check {
  const user = process.getuid?.() ?? 'of the service';
  return fail(
    'Data folder',
    `the user ${user} may not write to ${path}`,
    `Run: chown -R ${user} ${path}, or set DATA_DIR to another folder.`,
  );
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null && dirname(path) !== path ? nearestFolder(dirname(path)) : path;
}

function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** A missing file is no finding: the first start makes it. */
async function checkMode(path: string): Promise<Check[]> {
  const found = await stat(path).catch(() => null);
  const mode = (found?.mode ?? 0) & 0o777;
  if ((mode & 0o077) === 0) return [];
  const text = mode.toString(8).padStart(4, '0');
  return [
    warn(
      'Modes',
      `other users may reach ${path} (mode ${text})`,
      `Run: chmod go= ${path}. The next start does so too.`,
    ),
  ];
}

async function checkSpace({ dataDir, quotas }: Config): Promise<Check> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${(free / GB).toFixed(1)} GB free`;
  const kept = `${quotas.freeBytesKept / GB} GB (DISK_FREE_GB)`;
  const advice = 'Free some space, or move DATA_DIR to a larger disk.';
  if (free < quotas.freeBytesKept) return fail('Disk', `${text}; uploads are refused below ${kept}`, advice);
  if (free < quotas.freeBytesKept * 5)
    return warn('Disk', `${text}; uploads are refused below ${kept}`, advice);
  return ok('Disk', text);
}
