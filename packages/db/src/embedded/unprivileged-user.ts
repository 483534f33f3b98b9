import { readFile } from 'node:fs/promises';

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The user Postgres runs as when we are root: the machine's `postgres`, else `nobody`, else any that is not root.
 * It must be one the system has a name for, because initdb asks for it; so no number of our own choosing.
 */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return chooseUser(text);
}

/** The choice itself, from the text of a passwd file. */
export function chooseUser(passwd: string): SystemUser | undefined {
  const users = passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
  const byName = (name: string) => users.find((user) => user.name === name);
  const chosen = byName('postgres') ?? byName('nobody') ?? users[0];
  return chosen && { uid: chosen.uid, gid: chosen.gid };
}
