import type { WebSocket } from 'ws';

const UNANSWERED_MAX = 2;
/** Checks per interval, so that sockets that were opened at different times are not all pinged at once. */
const CHECKS_PER_INTERVAL = 10;

interface PingState {
  /** Pings since the last pong or message. */
  unanswered: number;
  /** When the next ping is due, by `performance.now()`. */
  dueAt: number;
}

export interface Heartbeats {
  watch(ws: WebSocket): void;
  stop(): void;
}

/** Pings each socket every `intervalMs` and terminates those that leave two pings unanswered. */
export function startHeartbeats(intervalMs: number): Heartbeats {
  const states = new Map<WebSocket, PingState>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [ws, state] of states) {
      if (now >= state.dueAt) pingOrTerminate(ws, state, now + intervalMs);
    }
  }, intervalMs / CHECKS_PER_INTERVAL).unref();

  return {
    watch: (ws) => {
      const state = { unanswered: 0, dueAt: performance.now() + intervalMs };
      states.set(ws, state);
      const markAlive = () => {
        state.unanswered = 0;
      };
      ws.on('pong', markAlive).on('message', markAlive);
      ws.once('close', () => states.delete(ws));
    },
    stop: () => clearInterval(timer),
  };
}

function pingOrTerminate(ws: WebSocket, state: PingState, nextDueAt: number): void {
  if (state.unanswered >= UNANSWERED_MAX) {
    ws.terminate();
    return;
  }
  state.unanswered++;
  state.dueAt = nextDueAt;
  ws.ping();
}
