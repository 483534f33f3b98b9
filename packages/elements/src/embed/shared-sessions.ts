import { openSession, type PalaverSession, type PalaverToken } from './session.js';

/** Where a token comes from. */
export interface TokenSource {
  readonly token: PalaverToken;
  /** The same for the same text, and for the same function of a page. */
  readonly key: unknown;
}

interface Shared {
  readonly url: string;
  readonly session: PalaverSession;
  /** The keys of what it was taken with. */
  readonly keys: Set<unknown>;
  users: number;
}

const open = new Set<Shared>();

/** The parts of a page with the same service and token have one session: it is opened for the first, and closed after the last. */
export function takeSession(url: string, { token, key }: TokenSource): PalaverSession {
  const known = [...open].find((each) => each.url === url && each.keys.has(key));
  const shared = known ?? {
    url,
    session: openSession({ url, token }),
    keys: new Set([key]),
    users: 0,
  };
  open.add(shared);
  shared.users++;
  return shared.session;
}

/** Gives a session back. A part that is moved in its page takes it again at once. */
export function releaseSession(session: PalaverSession): void {
  const shared = sharedOf(session);
  if (shared === undefined) return;
  shared.users--;
  setTimeout(() => {
    if (shared.users > 0 || !open.delete(shared)) return;
    session.close();
  });
}

/** Takes the next token for a session. Resolves with false where it is not known to be of the same person. */
export async function renewSession(session: PalaverSession, { token, key }: TokenSource): Promise<boolean> {
  const keys = sharedOf(session)?.keys;
  if (keys?.has(key)) return true;
  if (!(await session.renew(token))) return false;
  keys?.add(key);
  return true;
}

function sharedOf(session: PalaverSession): Shared | undefined {
  return [...open].find((each) => each.session === session);
}
