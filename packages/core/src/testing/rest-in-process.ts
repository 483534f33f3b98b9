import type { AnyTRPCProcedure } from '@trpc/server';
import { contextOf, receivedFile } from '../files/received-file.fixture.js';
import { AppError, httpStatus } from '../kernel/errors/app-error.js';
import type { Meta } from '../procedures/rest.js';
import { appRouter } from '../router.js';
import { setIcon } from '../servers/icon.js';
import { createEmoji } from './create-emoji.js';
import type { RestAnswer, RestClient, Stage } from './samples/rest-client.js';
import { type Caller, PASSWORD, type TestUser, type World } from './world.js';

interface Route {
  readonly procedure: string;
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
}

/** The documented paths of the router. A path without a parameter comes before one that would take its word for an id. */
const ROUTES: readonly Route[] = Object.entries(
  // `procedures` is the router's flat index by dotted name; its type is that of the nested record.
  appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>,
)
  .flatMap(([procedure, { _def }]): Route[] => {
    // The core's builder takes no other meta than this.
    const { openapi, rest } = (_def.meta ?? {}) as Meta;
    if (openapi === undefined) return [];
    const path = openapi.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${inputField(name)}>[^/]+)`);
    return [{ procedure, method: openapi.method, path: RegExp(`^${path}$`), status: rest?.status ?? 200 }];
  })
  .toSorted((a, b) => Number(a.path.source.includes('(')) - Number(b.path.source.includes('(')));

/** The field of an input that a parameter of a path is. */
export function inputField(parameter: string): string {
  return parameter.replace(/ID$/, 'Id');
}

/** A world as a stage: the REST paths of its procedures without a transport, and so without its limits. */
export function restInProcess(world: World): Stage {
  const client = (token: string | null, id = '') => clientOf(world, world.userWithToken(id, token));
  return {
    url: world.services.settings.publicUrl,
    connection: world.connection,
    now: () => world.clock.now().getTime(),
    client,
    person: async (username) => {
      const { token, user } = await world.anonymous.call.auth.register({ username, password: PASSWORD });
      return client(token, user.id);
    },
    bot: async (owner, username) => {
      const { body } = await owner.post('/api/bots', { username });
      return client(body.data.token, body.data.bot.id);
    },
    asOperator: async (method, path, body) => {
      const answer = await request(world, world.operator, method, path, body);
      if (answer.status >= 400)
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      return answer.body.data;
    },
  };
}

function clientOf(world: World, user: TestUser): RestClient {
  const send = (method: string) => (path: string, body?: unknown, options?: { readonly raw: FormData }) =>
    request(world, user, method, path, options?.raw ?? body);
  return {
    id: user.id,
    token: user.token,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  };
}

async function request(
  world: World,
  user: TestUser,
  method: string,
  path: string,
  body: unknown,
): Promise<RestAnswer> {
  const { pathname, searchParams } = new URL(path, 'http://in.process');
  const parameters = { ...Object.fromEntries(searchParams) };
  try {
    if (/\/emoji$/.test(pathname) && body instanceof FormData)
      return answered(201, await uploadEmoji(world, user, pathname, parameters));
    if (/\/icon$/.test(pathname) && body instanceof FormData)
      return answered(200, await uploadIcon(world, user, pathname, body));
    const route = ROUTES.find((one) => one.method === method && one.path.test(pathname));
    if (route === undefined) throw new Error(`${method} ${path} is no path of the router`);
    const given = { ...parameters, ...decoded(route.path.exec(pathname)?.groups ?? {}) };
    const file = body instanceof FormData ? body.get('file') : null;
    const input = file instanceof Blob ? file.stream() : Object.assign({}, body, given);
    return answered(route.status, await invoke(user.call, route.procedure, input));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refused = { code: error.errorCode, error: error.message };
    return { status: httpStatus(error.errorCode), body: refused, text: JSON.stringify(refused) };
  }
}

/** Calls a procedure by its name; `input` is what a native client sends. */
export function invoke(call: Caller, procedure: string, input: unknown): Promise<unknown> {
  const [first = '', second = ''] = procedure.split('.');
  // The caller is a proxy: each name of the router's index is a function of it.
  const slices = call as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  const found = slices[first]?.[second];
  if (found === undefined) throw new Error(`${procedure} is no procedure`);
  return found(input);
}

function answered(status: number, data: unknown): RestAnswer {
  return { status, body: { data }, text: JSON.stringify(data) };
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}

function uploadEmoji(
  world: World,
  user: TestUser,
  path: string,
  { name = '' }: Readonly<Record<string, string>>,
): Promise<unknown> {
  const [, serverId = ''] = /servers\/([^/]+)/.exec(path) ?? [];
  return createEmoji(world, user, { serverId, name });
}

async function uploadIcon(world: World, user: TestUser, path: string, body: FormData): Promise<unknown> {
  const [, serverId = ''] = /servers\/([^/]+)/.exec(path) ?? [];
  const file = body.get('file');
  if (!(file instanceof Blob)) throw new Error('an upload has a file');
  const received = await receivedFile(world, Buffer.from(await file.arrayBuffer()), { mimeType: file.type });
  return setIcon(await contextOf(world, user), serverId, received);
}
