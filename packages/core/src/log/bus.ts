/**
 * A hint that a stream has grown: the event's place and its frame, serialised once for everyone.
 * Hints may be lost or come out of order; the log is the truth, and `seq` is dense, so a receiver always notices.
 */
export interface Hint {
  readonly streamId: string;
  readonly seq: number;
  readonly frame: string;
}

/** A frame to a stream's subscribers that is not kept: whoever misses it, misses it (typing, presence). */
export interface Notice {
  readonly streamId: string;
  readonly frame: string;
  /** Who caused it, and does not hear of it. */
  readonly exceptUserId: string;
}

/** A session that has ended, so that its sockets close now. */
export interface SessionEnd {
  readonly sessionId: string;
}

type Listener<T> = (item: T) => void;

export interface Bus {
  publish(hint: Hint): void;
  onHint(listener: Listener<Hint>): () => void;
  notify(notice: Notice): void;
  onNotice(listener: Listener<Notice>): () => void;
  endSession(end: SessionEnd): void;
  onSessionEnd(listener: Listener<SessionEnd>): () => void;
}

/** The bus of a single node: a function call. */
export function createLocalBus(): Bus {
  const hints = new Set<Listener<Hint>>();
  const notices = new Set<Listener<Notice>>();
  const ends = new Set<Listener<SessionEnd>>();
  return {
    publish: (hint) => tell(hints, hint),
    onHint: (listener) => join(hints, listener),
    notify: (notice) => tell(notices, notice),
    onNotice: (listener) => join(notices, listener),
    endSession: (end) => tell(ends, end),
    onSessionEnd: (listener) => join(ends, listener),
  };
}

function tell<T>(listeners: ReadonlySet<Listener<T>>, item: T): void {
  for (const listener of listeners) listener(item);
}

function join<T>(listeners: Set<Listener<T>>, listener: Listener<T>): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
