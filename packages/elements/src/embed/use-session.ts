import { useEffect, useMemo, useRef, useState } from 'react';
import type { PalaverSession, PalaverToken } from './session.js';
import { releaseSession, renewSession, type TokenSource, takeSession } from './shared-sessions.js';

export interface SessionProps {
  /** The URL of the service, without a path: `https://chat.example.org`. */
  readonly url?: string | undefined;
  /** The token of the person, or a function that gets one from your backend. */
  readonly token?: PalaverToken | null | undefined;
  /** A session of `openSession`, in the place of `url` and `token`, for parts that share one. */
  readonly session?: PalaverSession | undefined;
}

/**
 * The session of a part; null while there is none. Another token of the same person is taken without a word, as when a page renews
 * it; that of another person, or another service, opens another session.
 */
export function useSession({ url, token = null, session: given }: SessionProps): PalaverSession | null {
  const [opened, setOpened] = useState<PalaverSession | null>(null);
  /** Counts the people. */
  const [person, setPerson] = useState(0);
  const source = useSource(token);
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  const isWanted = given === undefined && url !== undefined && source !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each person
  useEffect(() => {
    if (!isWanted || latest.current === null) return undefined;
    const session = takeSession(url, latest.current);
    setOpened(session);
    return () => {
      releaseSession(session);
      setOpened(null);
    };
  }, [url, isWanted, person]);
  useEffect(() => {
    if (opened === null || source === null) return undefined;
    let isCurrent = true;
    void renewSession(opened, source).then((isSame) => isCurrent && !isSame && setPerson((n) => n + 1));
    return () => {
      isCurrent = false;
    };
  }, [opened, source]);
  return given ?? opened;
}

/** The same for the same text, and for all functions: a page may write a new one each time. */
function useSource(token: PalaverToken | null): TokenSource | null {
  const latest = useRef(token);
  useEffect(() => {
    latest.current = token;
  });
  const kind = typeof token === 'object' ? (token?.token ?? null) : token;
  const text = typeof kind === 'string' ? kind : null;
  const isFunction = typeof token === 'function';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first function is the key of those that come after it
  return useMemo(() => {
    if (text !== null) return { token: text, key: text };
    if (!isFunction) return null;
    const ask = () => (typeof latest.current === 'function' ? latest.current() : latest.current);
    return { token: ask, key: token };
  }, [text, isFunction]);
}
