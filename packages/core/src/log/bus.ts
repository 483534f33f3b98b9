import type { Stream } from './streams.js';

/**
 * A hint that an event was appended to a stream: its position, and its frame, serialised once for all receivers.
 * Hints may be lost or come out of order. The log is authoritative and `seq` has no gaps, so a receiver notices.
 */
export interface Hint {
  readonly streamId: string;
  /** Absent where a node of an older release does not say it. */
  readonly streamKind?: Stream['kind'];
  readonly seq: number;
  /** Null where another node's message to this one had no room for it: it is in the log. */
  readonly frame: string | null;
  /** Set where the event is a plain message. */
  readonly post?: PlainPost | null;
}

/** A message in no thread that mentions nobody: what consumers of the log need of it most of the time. */
export interface PlainPost {
  readonly seq: number;
  readonly messageId: string;
  readonly authorId: string;
  /** When it was posted; ISO 8601. */
  readonly at: string;
}

/** A frame to a stream's subscribers that is not in the log (typing, presence, receipts) and cannot be read later. */
export interface Notice {
  readonly streamId: string;
  readonly frame: string;
  /** The user who caused it and does not receive it; null for nobody. */
  readonly exceptUserId: string | null;
  /** The only ones of the subscribers who receive it; null for all. */
  readonly onlyUserIds: readonly string[] | null;
}

/** A session that has ended; its sockets close at once. */
export interface SessionEnd {
  readonly sessionId: string;
}

type Listener<T> = (item: T) => void;
/** `isFromElsewhere`: another node has published the hint. */
type HintListener = (hint: Hint, isFromElsewhere: boolean) => void;

export interface Bus {
  publish(hint: Hint): void;
  onHint(listener: HintListener): () => void;
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
  measure(): BusMeasures;
}

/** What a bus has done since it was made, for the metrics. */
export interface BusMeasures {
  /** Events that this node has published. */
  readonly events: number;
  /** Null for a bus that connects no nodes. */
  readonly shared: SharedBusMeasures | null;
}

/** The messages between this node and the others. */
export interface SharedBusMeasures {
  /** Whether what this node sends comes back to it. False while there is no other node. */
  readonly isConnected: boolean;
  readonly sent: number;
  /** From other nodes. */
  readonly received: number;
  /** Not sent, or not certain to have been sent. */
  readonly dropped: number;
  /** How often messages of another node were missing. */
  readonly gaps: number;
  readonly reconnects: number;
}

/** The bus of one process. */
export interface LocalBus extends Bus {
  /** Takes a hint that another node has published. */
  hear(hint: Hint): void;
}

/** The bus of a single node: it calls the listeners directly. */
export function createLocalBus(): LocalBus {
  let events = 0;
  const hints = new Set<HintListener>();
  const notices = new Set<Listener<Notice>>();
  const checks = new Set<() => Promise<void>>();
  const ends = new Set<Listener<SessionEnd>>();
  return {
    publish: (hint) => {
      events++;
      for (const listener of hints) listener(hint, false);
    },
    hear: (hint) => {
      for (const listener of hints) listener(hint, true);
    },
    onHint: (listener) => add(hints, listener),
    notify: (notice) => callAll(notices, notice),
    onNotice: (listener) => add(notices, listener),
    check: async () => {
      await Promise.allSettled([...checks].map((check) => check()));
    },
    onCheck: (listener) => add(checks, listener),
    endSession: (end) => callAll(ends, end),
    onSessionEnd: (listener) => add(ends, listener),
    measure: () => ({ events, shared: null }),
  };
}

function callAll<T>(listeners: ReadonlySet<Listener<T>>, item: T): void {
  for (const listener of listeners) listener(item);
}

function add<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
