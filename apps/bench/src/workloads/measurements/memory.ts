import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '../../harness/cell.js';
import type { LoadGenerator } from '../../load/load-generator.js';
import { openIdleSockets } from '../../load/websocket/idle-sockets.js';
import { treeMemoryMb } from '../../measure/memory.js';
import { webSocketUrl } from '../../targets/target.js';
import type { RestartableTarget } from './restartable-target.js';
import { sendRequests, sendStatus } from './send-requests.js';

/** The result is for 1,000 sockets; with 3,000 the free space that a heap has anyway matters less. */
const SOCKETS = 3_000;
/** The load before the last reading. */
const MESSAGES = 20_000;
const CONNECTIONS = 64;
/** The time until a process that was busy is idle and has collected its garbage, as far as it does so by itself. */
const SETTLE_MS = 3_000;

/** Starts a target and reads its memory: when idle, with idle sockets, and after a load. */
export async function measureMemory(
  { start, fixture, socketPath, subscribeFrame }: RestartableTarget,
  load: LoadGenerator<'http'>,
): Promise<Sample> {
  const running = await start();
  const { tokens, channelIds } = fixture;
  try {
    const settled = async () => {
      await pause(SETTLE_MS);
      return treeMemoryMb(running.pid);
    };
    const idleMb = await settled();
    const url = webSocketUrl(running, socketPath);
    const sockets = await openIdleSockets({ url, count: SOCKETS, tokens, channelIds, subscribeFrame });
    const socketsMb = ((await settled()) - idleMb) * (1_000 / SOCKETS);
    await sockets.close();
    await load.run({
      urls: [running.url],
      connections: CONNECTIONS,
      amount: MESSAGES,
      status: sendStatus.REST,
      requests: sendRequests('REST', fixture, channelIds.length),
    });
    return { idleMb, socketsMb, loadedMb: await settled() };
  } finally {
    await running.stop();
  }
}
