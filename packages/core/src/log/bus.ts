/**
 * A hint that an event was appended to a stream: its position, and its frame, serialised once for all receivers.
 * Hints may be lost or come out of order. The log is authoritative and `seq` has no gaps, so a receiver notices.
 */
export interface Hint {
  readonly streamId: string;
  readonly seq: number;
  readonly frame: string;
}

/** A frame to a stream's subscribers that is not in the log (typing, presence) and cannot be read later. */
export interface Notice {
  readonly streamId: string;
  readonly frame: string;
  /** The user who caused it and does not receive it. */
  readonly exceptUserId: string;
}

/** A session that has ended; its sockets close at once. */
export interface SessionEnd {
  readonly sessionId: string;
}

type Listener<T> = (item: T) => void;

export interface Bus {
  publish(hint: Hint): void;
  onHint(listener: Listener<Hint>): () => void;
  notify(notice: Notice): void;
  onNotice(listener: Listener<Notice>): () => void;
  /**
   * Finds events and ends of sessions that nobody announced, as after a commit with an unknown outcome. Resolves when they
   * are delivered, and also where the database cannot be read now.
   */
  check(): Promise<void>;
  onCheck(listener: () => Promise<void>): () => void;
  endSession(end: SessionEnd): void;
  onSessionEnd(listener: Listener<SessionEnd>): () => void;
}

/** The bus of a single node: it calls the listeners directly. */
export function createLocalBus(): Bus {
  const hints = new Set<Listener<Hint>>();
  const notices = new Set<Listener<Notice>>();
  const checks = new Set<() => Promise<void>>();
  const ends = new Set<Listener<SessionEnd>>();
  return {
    publish: (hint) => callAll(hints, hint),
    onHint: (listener) => add(hints, listener),
    notify: (notice) => callAll(notices, notice),
    onNotice: (listener) => add(notices, listener),
    check: async () => {
      await Promise.allSettled([...checks].map((check) => check()));
    },
    onCheck: (listener) => add(checks, listener),
    endSession: (end) => callAll(ends, end),
    onSessionEnd: (listener) => add(ends, listener),
  };
}

function callAll<T>(listeners: ReadonlySet<Listener<T>>, item: T): void {
  for (const listener of listeners) listener(item);
}

function add<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
