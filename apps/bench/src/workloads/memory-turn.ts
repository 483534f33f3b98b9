import { setTimeout as pause } from 'node:timers/promises';
import { treeMemoryMb } from '../harness/memory.js';
import type { Sample } from '../harness/rounds.js';
import { openIdleSockets } from '../load/idle-sockets.js';
import type { Load } from '../load/load.js';
import { sendRequests } from './send-requests.js';
import type { Startable } from './startable.js';

const SOCKETS = 1_000;
/** A short load: so many messages over so many connections. */
const MESSAGES = 20_000;
const CONNECTIONS = 64;
/** After which a process that was busy is idle again, its garbage collected as far as it does so by itself. */
const SETTLE_MS = 3_000;

/** Starts it and looks at its memory: idle, with sockets that say nothing, and after a load. */
export async function memoryOf(
  { start, seats, socketPath, greeting }: Startable,
  load: Load,
): Promise<Sample> {
  const running = await start();
  try {
    const settled = async () => {
      await pause(SETTLE_MS);
      return treeMemoryMb(running.pid);
    };
    const idleMb = await settled();
    const url = `${running.url.replace('http', 'ws')}${socketPath}`;
    const sockets = await openIdleSockets({ url, count: SOCKETS, seats, greeting });
    const socketsMb = ((await settled()) - idleMb) * (1_000 / SOCKETS);
    await sockets.close();
    const requests = sendRequests('REST', seats, seats.channelIds.length);
    await load.run({ url: running.url, connections: CONNECTIONS, amount: MESSAGES, status: 201, requests });
    return { idleMb, socketsMb, loadedMb: await settled() };
  } finally {
    await running.stop();
  }
}
