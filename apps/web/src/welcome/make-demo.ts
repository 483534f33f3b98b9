import { createPalaverClient, isPalaverError, type PalaverApi } from '@palaver/client';
import { fillDemo } from '../demo/fill-demo.js';
import type { DemoPerson } from '../demo/story.js';

/** How often another name is tried for a person of the demo. */
const NAMES_MAX = 20;

/** Makes the demo for an admin of the service. Nobody knows the passwords of its people, so nobody signs in as them later. */
export function makeDemoAsAdmin(owner: PalaverApi, onProgress: (part: number) => void) {
  return fillDemo({ owner, signIn: (person) => makePerson(owner, person), onProgress });
}

async function makePerson(admin: PalaverApi, person: DemoPerson): Promise<PalaverApi> {
  const { user, password } = await createAccount(admin, person);
  const url = location.origin;
  const { token } = await createPalaverClient({ url, maxRetries: 12 }).api.auth.login.mutate({
    username: user.username,
    password: password ?? '',
  });
  return createPalaverClient({ url, token, maxRetries: 12 }).api;
}

async function createAccount(admin: PalaverApi, { name, displayName }: DemoPerson) {
  for (let n = 1; ; n++) {
    try {
      const username = n === 1 ? name : `${name}${n}`;
      return await admin.admin.createUser.mutate({ username, displayName });
    } catch (cause) {
      if (!isPalaverError(cause, 'USERNAME_TAKEN') || n === NAMES_MAX) throw cause;
    }
  }
}
