import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Where Debian's package keeps the SQL of ejabberd's tables. */
const SCHEMA = '/usr/share/ejabberd/sql/pg.sql';

/** An installed ejabberd that can store its archive in Postgres. */
export interface EjabberdInstallation {
  readonly version: string;
  /** The value of ERL_LIBS with which Erlang finds it. */
  readonly libraries: string;
  /** The SQL that creates its tables. */
  readonly schema: string;
}

/** Finds ejabberd on this machine (Debian: `apt install ejabberd erlang-p1-pgsql`); null where it is not installed. */
export async function findEjabberd(): Promise<EjabberdInstallation | null> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const scripts = await Promise.all(folders.map((folder) => read(join(folder, 'ejabberdctl'))));
  const script = scripts.find((text) => text !== null);
  const schema = await read(SCHEMA);
  const [, libraries] = /^ERL_LIBS='(.+)'$/m.exec(script ?? '') ?? [];
  if (libraries === undefined || schema === null) return null;
  const version = await versionOf(libraries);
  return version === null ? null : { version, libraries, schema };
}

/** The version; null where its Postgres driver is not installed. */
async function versionOf(libraries: string): Promise<string | null> {
  const program =
    '{module, _} = code:ensure_loaded(pgsql), application:load(ejabberd), ' +
    '{ok, Version} = application:get_key(ejabberd, vsn), io:format("~s", [Version]), halt().';
  const env = { PATH: process.env.PATH, ERL_LIBS: libraries };
  const args = ['-noshell', '-noinput', '-eval', program];
  return promisify(execFile)('erl', args, { env, timeout: 30_000 }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

async function read(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
