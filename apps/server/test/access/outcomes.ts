import {
  byRole,
  createAccounts,
  createFixture,
  type Fixture,
  isSuccess,
  type Outcome,
  type RestClient,
  ROLES,
  type Role,
  type Row,
  whenNotBusy,
} from '@palaver/core/testing';
import { type Answer, Client } from '../../src/testing/client.js';
import { startTestService, type TestService } from '../../src/testing/test-service.js';
import type { callRest } from './call.js';
import { type KnownOperation, knownOperations } from './operations.js';

/** A service with a fixture, and what its operations answer to each role. */
export interface AccessWorld {
  readonly service: TestService;
  readonly operations: ReadonlyMap<string, KnownOperation>;
  operationOf(row: Row): KnownOperation;
  /** The outcome of a row for each role. */
  outcomesOf(
    row: Row,
    call: typeof callRest,
    read: (answer: Answer) => Outcome,
  ): Promise<Record<Role, Outcome>>;
}

/** Starts a service whose people are in more servers than people otherwise can be, which have more webhooks: many cells have one of their own. */
export async function startAccessWorld(): Promise<AccessWorld> {
  const service = await startTestService({
    QUOTA_SERVERS_OWNED: '10000',
    QUOTA_SERVERS_JOINED: '10000',
    QUOTA_OUTGOING_WEBHOOKS: '50',
  });
  const fixture = await createFixture(await createAccounts(service));
  const operations = new Map(knownOperations(service).map((operation) => [operation.name, operation]));
  const operationOf = ({ operation }: Row) => {
    const found = operations.get(operation);
    if (found === undefined) throw new Error(`${operation} is not an operation of the service.`);
    return found;
  };
  return {
    service,
    operations,
    operationOf,
    outcomesOf: (row, call, read) => outcomesOf(fixture, row, operationOf(row), call, read),
  };
}

async function outcomesOf(
  fixture: Fixture<Client>,
  row: Row,
  operation: KnownOperation,
  call: typeof callRest,
  read: (answer: Answer) => Outcome,
): Promise<Record<Role, Outcome>> {
  const ofRefused = { ...fixture, shared: new Map<string, Promise<string>>() };
  const outcomes = await Promise.all(
    ROLES.map(async (role) => {
      const world = isSuccess(row.expected[role]) ? fixture : ofRefused;
      const { caller = fixture.clients[role], ...request } = await row.prepare(world, role, row.variant);
      return read(await whenNotBusy(() => call(clientOf(caller), operation, request)));
    }),
  );
  return byRole((_, index) => outcomes[index] ?? 'none');
}

/** Samples know of callers what a stage does; on a running service each is a client of it. */
function clientOf(caller: RestClient): Client {
  if (!(caller instanceof Client)) throw new Error('the fixture is on a running service');
  return caller;
}
