import { FrameReader } from './clients/frame-reader.js';
import { streamsOf, type User } from './clients/scenario.js';
import { Subscriber } from './clients/subscriber.js';
import type { Environment } from './environment.js';
import { rotated } from './support/rotated.js';
import type { Route } from './system/service-node.js';

/** How many subscribers stop reading now and then. */
const STALLED = 1;
const RESUBSCRIBE_MS = 400;

/** Creates the subscribers of a run. They connect only when they are run. */
export class SubscriberFactory {
  readonly #environment: Environment;
  readonly #reader = new FrameReader();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** One for each user with lasting access; half of them through the proxy. */
  permanent(): Subscriber[] {
    const { owner, writers, observer } = this.#environment.scenario;
    return [owner, ...writers, observer].map((user, n) =>
      this.#create(user, 'subscriber', n % 2 === 1 ? 'proxied' : 'direct'),
    );
  }

  /** Two for each user whose access is revoked again and again; one of them through the proxy. */
  revoked(): Subscriber[] {
    const { scenario, random } = this.#environment;
    return scenario.revokedUsers.flatMap((user) => [
      this.#create(user, 'subscriber 1', 'direct', random.int(60, 200)),
      this.#create(user, 'subscriber 2', 'proxied', random.int(60, 200)),
    ]);
  }

  /** Those whose reading the nemesis stalls. */
  stalled(): Subscriber[] {
    const { writers } = this.#environment.scenario;
    return writers.slice(0, STALLED).map((user) => this.#create(user, 'stalled subscriber', 'direct'));
  }

  /** Those that read every stream from its beginning after the workload. */
  late(): Subscriber[] {
    const { owner, writers, revokedUsers, observer } = this.#environment.scenario;
    return [owner, ...writers.slice(0, 1), ...revokedUsers, observer].map((user) =>
      this.#create(user, 'late subscriber', 'direct'),
    );
  }

  #create(user: User, role: string, route: Route, resubscribeMs = RESUBSCRIBE_MS): Subscriber {
    const { scenario, random, nodes, options } = this.#environment;
    const name = `${user.name}, ${role}`;
    const own = random.fork(name);
    const addresses = rotated(nodes, own.int(0, nodes.length - 1)).map((node) => ({
      name: node.name,
      port: node.ports[route],
    }));
    const hidden = user === scenario.observer ? scenario.privateIds : [];
    return new Subscriber({
      name,
      user,
      streamIds: streamsOf(scenario, user).filter((id) => !hidden.includes(id)),
      nodes: addresses,
      reader: this.#reader,
      random: own,
      resubscribeMs,
      dropsCursors: options.negativeControl?.name === 'no-cursors',
    });
  }
}
