import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../../harness/workload.js';
import type { Fixture } from '../../targets/chat-service.js';
import { floorFixture, startSendFloor } from '../../targets/floor/floor.js';
import { startPalaverProcess } from '../../targets/palaver/palaver.js';
import { setUpServer } from '../../targets/palaver/set-up-server.js';
import type { Target } from '../../targets/target.js';

const CHANNELS = 50;
const ACCOUNTS = 10;

/** Starts a target; every call uses the same database. */
export type Start = () => Promise<Target>;

/** A stopped target with an existing database, which is started for each measurement. */
export interface RestartableTarget {
  readonly start: Start;
  readonly fixture: Fixture;
  /** The path of its WebSocket. */
  readonly socketPath: string;
  /** The frame that subscribes a socket to a channel; null: sockets receive everything without one. */
  readonly subscribeFrame: ((channelId: string) => string) | null;
}

export async function prepareFloor(bench: Bench): Promise<RestartableTarget> {
  const { url } = bench.stopAtEnd(await bench.postgres.createDatabase('floor'));
  const start = () => startSendFloor(url);
  await (await start()).stop();
  return { start, fixture: floorFixture(CHANNELS), socketPath: '/', subscribeFrame: null };
}

export async function preparePalaver(bench: Bench): Promise<RestartableTarget> {
  const { url } = bench.stopAtEnd(await bench.postgres.createDatabase('palaver'));
  const dataDir = join(bench.folder, 'palaver-start');
  await mkdir(dataDir);
  const start = () => startPalaverProcess({ dataDir, databaseUrl: url });
  const running = await start();
  const fixture = await setUpServer(running.url, { channels: CHANNELS, accounts: ACCOUNTS });
  await running.stop();
  const subscribeFrame = (channelId: string) =>
    JSON.stringify({ type: 'subscribe', data: { channelIds: [channelId] } });
  return { start, fixture, socketPath: '/api/ws', subscribeFrame };
}
