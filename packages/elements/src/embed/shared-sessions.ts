import { openSession, type PalaverSession, type PalaverToken } from './session.js';

interface Shared {
  readonly url: string;
  readonly session: PalaverSession;
  /** The tokens that it was taken with, functions by themselves. */
  readonly tokens: Set<unknown>;
  users: number;
}

const open = new Set<Shared>();

/** The parts of a page with the same service and token have one session: it is opened for the first, and closed after the last. */
export function takeSession(url: string, token: PalaverToken): PalaverSession {
  const known = [...open].find((each) => each.url === url && each.tokens.has(keyOf(token)));
  const shared = known ?? {
    url,
    session: openSession({ url, token }),
    tokens: new Set([keyOf(token)]),
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
export async function renewSession(session: PalaverSession, token: PalaverToken): Promise<boolean> {
  const tokens = sharedOf(session)?.tokens;
  if (tokens?.has(keyOf(token))) return true;
  if (!(await session.renew(token))) return false;
  tokens?.add(keyOf(token));
  return true;
}

function sharedOf(session: PalaverSession): Shared | undefined {
  return [...open].find((each) => each.session === session);
}

function keyOf(token: PalaverToken): unknown {
  return typeof token === 'object' ? token.token : token;
}
