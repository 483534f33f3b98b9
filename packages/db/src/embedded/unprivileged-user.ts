import { readFile } from 'node:fs/promises';

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The user that Postgres runs as when this process is root: `postgres`, else `nobody`, else any other than root.
 * The system must have a name for it, because initdb asks for that; so it cannot be an arbitrary uid.
 */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return chooseUser(text);
}

/** Chooses that user from the text of a passwd file. */
export function chooseUser(passwd: string): SystemUser | undefined {
  const users = passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
  const byName = (name: string) => users.find((user) => user.name === name);
  const chosen = byName('postgres') ?? byName('nobody') ?? users[0];
  return chosen && { uid: chosen.uid, gid: chosen.gid };
}
