import { flood } from './clients/flood.js';
import { runObserver } from './clients/observer.js';
import { RecentMessages } from './clients/recent-messages.js';
import { restoreMembership, runRevoker } from './clients/revoker.js';
import type { User } from './clients/scenario.js';
import { runUploader } from './clients/uploader.js';
import { Writer } from './clients/writer.js';
import { createClient, type Environment, type Route } from './environment.js';

/** How many of the writers also upload files. */
const UPLOADERS = 4;
const PAUSE_MAX_MS = 20;
const REVOKED_PAUSE_MAX_MS = 200;

/** Runs all writers, uploaders, revokers and the observer until stopped. Resolves when their last operations have completed. */
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
    runObserver(scenario, createClient(environment, 'observer', 'proxied'), stop),
  ]);
}

function revoke(environment: Environment, user: User, stop: AbortSignal): Promise<void> {
  const { scenario, recorder, tally } = environment;
  const client = createClient(environment, `revoker of ${user.name}`, 'direct');
  const onRevoked = () => tally.add('faults', 'memberships revoked');
  return runRevoker({ scenario, user, client, recorder, onRevoked }, stop);
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
