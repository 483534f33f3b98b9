import type { WebSocket } from 'ws';

const UNANSWERED_MAX = 2;
/** Sockets are looked at this often in an interval, so that those of a crowd are not all pinged at once. */
const ROUNDS = 10;

interface Pulse {
  unanswered: number;
  due: number;
}

export interface Heartbeats {
  watch(ws: WebSocket): void;
  stop(): void;
}

/** Pings each socket every `intervalMs` and ends the ones that leave two pings unanswered: their peer is gone. */
export function startHeartbeats(intervalMs: number): Heartbeats {
  const pulses = new Map<WebSocket, Pulse>();
  const round = setInterval(() => {
    const now = performance.now();
    for (const [ws, pulse] of pulses) {
      if (now >= pulse.due) beat(ws, pulse, now + intervalMs);
    }
  }, intervalMs / ROUNDS).unref();

  return {
    watch: (ws) => {
      const pulse = { unanswered: 0, due: performance.now() + intervalMs };
      pulses.set(ws, pulse);
      const alive = () => {
        pulse.unanswered = 0;
      };
      ws.on('pong', alive).on('message', alive);
      ws.once('close', () => pulses.delete(ws));
    },
    stop: () => clearInterval(round),
  };
}

function beat(ws: WebSocket, pulse: Pulse, next: number): void {
  if (pulse.unanswered >= UNANSWERED_MAX) {
    ws.terminate();
    return;
  }
  pulse.unanswered++;
  pulse.due = next;
  ws.ping();
}
