import type { AnyTRPCProcedure } from '@trpc/server';
import { DEFAULT_QUOTAS, type Quotas } from '../kernel/services/quotas.js';
import type { Meta } from '../procedures/rest.js';
import { appRouter } from '../router.js';
import { inputField, invoke, restInProcess } from './rest-in-process.js';
import { isSuccess, type Outcome, type Preparation, type Row } from './samples/access-table.js';
import { createAccounts, createFixture, type Fixture, type Role } from './samples/fixture.js';
import { ROWS } from './samples.js';
import type { Caller, TestUser, World } from './world.js';

/** One request of a write, the same however often it is called. */
export type Request = (call: Caller) => Promise<unknown>;

/** A request, and somebody who may make it. */
export interface KeyedWrite {
  readonly who: TestUser;
  readonly request: Request;
}

/** The writes of the router, and whether they take an idempotency key. */
export const WRITES = Object.entries(
  // `procedures` is the router's flat index by dotted name; its type is that of the nested record.
  appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>,
).flatMap(([name, procedure]) => {
  // tRPC types `meta` on the builder only, and the project's builder (`procedures/trpc.ts`) takes no other type.
  const meta = procedure._def.meta as Meta | undefined;
  return procedure._def.type === 'mutation' ? [{ name, isKeyed: meta?.rest?.idempotent ?? false }] : [];
});

export const KEYED_WRITES = WRITES.filter(({ isKeyed }) => isKeyed).map(({ name }) => name);

/** Each request is made with things of its own, many for one person. */
export const UNLIMITED: Partial<Quotas> = Object.fromEntries(
  Object.entries(DEFAULT_QUOTAS).map(([name, most]) => [name, Math.max(most, 10_000)]),
);

/** Who makes the requests: the first of these who may. */
const CALLERS: readonly Role[] = ['member', 'channel member', 'owner', 'bot'];

/** Makes requests of keyed writes from the samples of their slices. */
export interface KeyedWrites {
  /** The people and places that requests are about, beside those of their own. */
  readonly fixture: Fixture;
  /** Makes another request of a procedure, with what it needs. Each one made is different. */
  prepare(name: string): Promise<KeyedWrite>;
}

/** Prepares a server with somebody in each role. Each has people of its own. */
export async function createKeyedWrites(world: World): Promise<KeyedWrites> {
  const fixture = await createFixture(await createAccounts(restInProcess(world)));
  return {
    fixture,
    prepare: async (name) => {
      const { row, role } = callOf(name);
      const prepared = await row.prepare(fixture, role, row.variant);
      const { id, token } = prepared.caller ?? fixture.clients[role];
      return {
        who: world.userWithToken(id, token),
        request: (call) => invoke(call, name, inputOf(prepared)),
      };
    },
  };
}

function callOf(name: string): { readonly row: Row; readonly role: Role } {
  const rows = ROWS.filter(({ operation }) => operation === name);
  for (const role of CALLERS) for (const row of rows) if (isAllowed(row.expected[role])) return { row, role };
  throw new Error(`no sample of ${name} is of somebody who may do it`);
}

/** A world sends mails, which the service of the access matrix does not. */
const isAllowed = (outcome: Outcome) => isSuccess(outcome) || outcome === 'MAIL_NOT_CONFIGURED';

/** What a native client sends, where the parameters of the path are fields as well. */
export function inputOf({ parameters = {}, input, file }: Preparation): unknown {
  if (file) return new Blob([new Uint8Array(file)]).stream();
  const fields = Object.entries(parameters).map(([name, value]) => [inputField(name), value] as const);
  return { ...input, ...Object.fromEntries(fields) };
}
