import { flood } from './clients/flood.js';
import { runMentioner } from './clients/mentioner.js';
import { runObserver } from './clients/observer.js';
import { runPinner } from './clients/pinner.js';
import { runMuter, runReader } from './clients/reader.js';
import { RecentMessages } from './clients/recent-messages.js';
import { restoreMembership, runRevoker } from './clients/revoker.js';
import { readersIn, type User } from './clients/scenario.js';
import { runScheduler } from './clients/scheduler.js';
import { runSearcher } from './clients/searcher.js';
import { runUploader } from './clients/uploader.js';
import { Writer } from './clients/writer.js';
import { createClient, type Environment } from './environment.js';
import type { Route } from './system/service-node.js';

/** How many of the writers also upload files. */
const UPLOADERS = 4;
/** How many of them also schedule messages. */
const SCHEDULERS = 2;
const PAUSE_MAX_MS = 20;
const REVOKED_PAUSE_MAX_MS = 200;

/** The longest time without access, of which one is chosen for each removal. */
const REVOKED_MS = [5, 80, 300];
/** With several nodes also longer than a lease, after which a node that is cut off must hand out nothing. */
const REVOKED_OF_NODES_MS = [...REVOKED_MS, 6_000];

/**
 * Runs all writers, uploaders, revokers and the observer until stopped. Resolves when their last operations have
 * completed.
 */
export async function runWorkload(environment: Environment, stop: AbortSignal): Promise<void> {
  const { scenario } = environment;
  const recent = new RecentMessages();
  const write = (user: User, route: Route, pauseMaxMs: number) => {
    const client = createClient(environment, user.name, route);
    return new Writer({ scenario, user, client, recent, pauseMaxMs }).run(stop);
  };
  const upload = (user: User, route: Route) => {
    const client = createClient(environment, `uploads of ${user.name}`, route);
    return runUploader({ scenario, user, client, recent }, stop);
  };
  await Promise.all([
    ...scenario.writers.map((user, n) => write(user, n % 2 === 1 ? 'proxied' : 'direct', PAUSE_MAX_MS)),
    ...scenario.revokedUsers.map((user) => write(user, 'direct', REVOKED_PAUSE_MAX_MS)),
    ...scenario.revokedUsers.map((user) => revoke(environment, user, stop)),
    ...scenario.writers
      .slice(0, UPLOADERS)
      .map((user, n) => upload(user, n % 2 === 1 ? 'proxied' : 'direct')),
    runMentioner(
      { scenario, user: scenario.owner, client: createClient(environment, 'mentioner', 'direct') },
      stop,
    ),
    ...scenario.writers.slice(0, SCHEDULERS).map((user, n) => {
      const client = createClient(
        environment,
        `schedule of ${user.name}`,
        n % 2 === 1 ? 'proxied' : 'direct',
      );
      return runScheduler({ scenario, user, client }, stop);
    }),
    runPinner({ user: scenario.owner, client: createClient(environment, 'pinner', 'direct'), recent }, stop),
    ...[scenario.owner, ...scenario.revokedUsers].map((user) => {
      const client = createClient(environment, `searches of ${user.name}`, 'direct');
      return runSearcher({ scenario, user, client, recorder: environment.recorder }, stop);
    }),
    ...readersIn(scenario).map((reader) => {
      const client = createClient(environment, `reads of ${reader.user.name}`, 'direct');
      return runReader({ ...reader, client, recent }, stop);
    }),
    ...scenario.writers.slice(3, 4).map((user) => {
      const client = createClient(environment, `mute of ${user.name}`, 'direct');
      return runMuter({ user, serverId: scenario.serverId, client }, stop);
    }),
    runObserver(scenario, createClient(environment, 'observer', 'proxied'), stop),
  ]);
}

function revoke(environment: Environment, user: User, stop: AbortSignal): Promise<void> {
  const { scenario, recorder, tally, nodes } = environment;
  const client = createClient(environment, `revoker of ${user.name}`, 'direct');
  const revokedMs = nodes.length === 1 ? REVOKED_MS : REVOKED_OF_NODES_MS;
  const onRevoked = () => tally.add('faults', 'memberships revoked');
  return runRevoker({ scenario, user, client, recorder, revokedMs, onRevoked }, stop);
}

/** Makes every revoked user a member of all their streams again. */
export async function restoreMemberships(environment: Environment): Promise<void> {
  const { scenario } = environment;
  const client = createClient(environment, 'restore memberships', 'direct');
  for (const user of scenario.revokedUsers) await restoreMembership(scenario, client, user);
}

/** Floods a public channel until stopped. */
export async function floodChannel(environment: Environment, name: string, stop: AbortSignal): Promise<void> {
  const { owner, publicIds } = environment.scenario;
  const [channelId = ''] = publicIds;
  await flood(owner, channelId, createClient(environment, name, 'direct'), stop);
}
