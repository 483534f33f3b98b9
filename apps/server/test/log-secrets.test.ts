import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { appRouter } from '@palaver/core';
import { connect } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { oas31 } from 'zod-openapi';
import { proceduresOf } from '../src/http/procedures.js';
import type { Client } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { operationsOf } from './hostile/requests.js';

/** What no line may hold; it stands in every column and in every field of every request. */
const CANARY = 'canary';
const PASSWORD = `${CANARY} horse battery staple`;

const lines: string[] = [];
let service: TestService;
let alice: Client;
let sql: ReturnType<typeof connect>;
/** Path parameters and fields with ids. */
let ids: Record<string, string>;
/** The values that sign in or let in. */
let secrets: string[];

beforeAll(async () => {
  service = await startTestService({}, (line) => lines.push(line));
  const { body } = await service.client(null).post('/api/auth/register', {
    username: `${CANARY}-alice`,
    password: PASSWORD,
    displayName: `${CANARY} name`,
    email: `${CANARY}@example.org`,
  });
  alice = service.client(body.data.token, body.data.user.id);
  sql = connect({ url: service.databaseUrl }, { max: 1 });
  await fill();
});
afterAll(async () => {
  await sql.end();
  await service.close();
});

/** Creates one of everything, before writes fail. */
async function fill(): Promise<void> {
  const created = async (path: string, body: unknown = {}) => (await alice.post(path, body)).body.data;
  const server = await created('/api/servers', { name: `${CANARY} server` });
  const [channel] = (await alice.get(`/api/servers/${server.id}/channels`)).body.data;
  const message = await created(`/api/channels/${channel.id}/messages`, { content: `${CANARY} content` });
  const group = await created(`/api/servers/${server.id}/groups`, { name: CANARY });
  const { bot, token } = await created('/api/bots', { username: `${CANARY}-bot` });
  const { code } = await created(`/api/servers/${server.id}/invites`);
  const { ticket } = await created('/api/ws/ticket');
  const { webhook, url } = await created(`/api/channels/${channel.id}/webhooks`, { name: CANARY });
  const secret = url.split('/').at(-1);
  const receiver = { url: `https://${CANARY}.example.org/${CANARY}?token=${CANARY}` };
  const outgoing = await created(`/api/servers/${server.id}/webhooks/outgoing`, {
    ...receiver,
    eventTypes: ['message.created'],
  });
  const endpoint = (await alice.put(`/api/bots/${bot.id}/endpoint`, receiver)).body.data;
  secrets = [alice.token ?? '', token, code, ticket, secret, 'whsec_'];
  for (const { secret: signing } of [outgoing, endpoint]) expect(signing).toMatch(/^whsec_/);
  ids = {
    serverID: server.id,
    channelID: channel.id,
    messageID: message.id,
    groupID: group.id,
    botID: bot.id,
    passkeyID: bot.id,
    webhookID: webhook.id,
    secret,
    userID: bot.id,
    emoji: '🎉',
    code,
    provider: 'provider',
    externalID: 'shop:4711',
  };
}

/** The fields of all operations; each gets those that it takes. */
const BODY = {
  username: `${CANARY}-new`,
  password: PASSWORD,
  currentPassword: PASSWORD,
  newPassword: `${PASSWORD} 2`,
  email: `${CANARY}2@example.org`,
  address: `${CANARY}3@example.org`,
  displayName: `${CANARY} display`,
  name: CANARY,
  githubSecret: `${CANARY} at GitHub`,
  handle: CANARY,
  topic: `${CANARY} topic`,
  description: `${CANARY} description`,
  status: `${CANARY} status`,
  statusEmoji: CANARY,
  content: `${CANARY} text`,
  reason: `${CANARY} reason`,
  nonce: `${CANARY} nonce`,
  inviteCode: `${CANARY}-invite`,
  setupCode: `${CANARY}-setup`,
  recoveryCode: `${CANARY}-recovery`,
  externalId: `${CANARY}-id`,
  codeChallenge: CANARY.padEnd(43, 'x'),
  codeVerifier: CANARY.padEnd(43, 'x'),
  provider: CANARY,
  redirectTo: `https://${CANARY}.example.org`,
  token: CANARY,
  url: `https://${CANARY}.example.org/${CANARY}`,
  level: 'nothing',
  digest: '15m',
  role: 'admin',
};

/** These take no free text. */
const WITHOUT_TEXT = new Set(['after', 'totp', 'code', 'purpose', 'timezone', 'quietStart', 'quietEnd']);

/** Where the values of all others do not reach the database. */
const BODIES: Readonly<Record<string, object>> = {
  'auth.login': { username: `${CANARY}-alice`, password: PASSWORD },
  'auth.register': {
    username: `${CANARY}-new`,
    email: BODY.email,
    displayName: BODY.displayName,
    password: PASSWORD,
  },
};

describe('when every write to the database fails', { shuffle: false }, () => {
  beforeAll(failEveryWrite);

  test('the requests have a canary in every text field of the document', () => {
    const fields = operationsOf(service.document).flatMap(({ described }) => textFieldsOf(described));
    expect(fields).toContain('content');
    const texts = new Map(Object.entries(BODY));
    expect(
      [...new Set(fields)].filter((field) => !WITHOUT_TEXT.has(field) && !texts.get(field)?.includes(CANARY)),
    ).toEqual([]);
  });

  test('no line holds what was sent to an operation or stored', async () => {
    const failed = new Set<string>();
    for (const { method, path, described } of operationsOf(service.document)) {
      if (method === 'GET') continue;
      const { operationId: name = path } = described;
      const filled = path.replace(/\{(\w+)\}/g, (_, id: string) => encodeURIComponent(idFor(id)));
      const target = `${filled}?token=${CANARY}&ticket=${CANARY}&code=${CANARY}`;
      await withinLineLimit();
      const answer = takesFile(described)
        ? await alice.send(method, target, undefined, { raw: upload() })
        : await alice.send(method, target, bodyOf(name, described));
      if (answer.status === 500) failed.add(name);
      expect(answer.text).not.toContain(alice.token);
    }
    // The wrong codes of a registration are refused before the database is asked.
    for (const code of ['inviteCode', 'setupCode'] as const) {
      await alice.send('POST', '/api/auth/register', { ...BODIES['auth.register'], [code]: BODY[code] });
    }
    expectFailures(failed);
    expectNoSecrets();
  });

  test('no line holds what was sent to a native call, with an idempotency key', async () => {
    const failed = new Set<string>();
    for (const { path, described } of operationsOf(service.document)) {
      const { operationId: name = '' } = described;
      if (proceduresOf(appRouter)[name]?._def.type !== 'mutation') continue;
      await withinLineLimit();
      const headers = { 'Idempotency-Key': `${CANARY}-${name}` };
      const input = { ...idsOf(path), ...bodyOf(name, described) };
      const answer = await alice.native(name, 'mutation', input, { headers });
      if (answer.status === 500) failed.add(name);
    }
    expectFailures(failed);
    expectNoSecrets();
  });

  test('no line holds a token, a ticket or a code of a path or a query', async () => {
    const [token = '', , code = '', ticket = ''] = secrets;
    const before = lines.length;
    const paths = [
      `/api/users/me?token=${token}`,
      `/api/users/me?ticket=${ticket}`,
      `/api/ws?token=${token}`,
      `/api/ws?ticket=${ticket}`,
      `/api/auth/callback/provider?code=${CANARY}&state=${CANARY}`,
      `/api/invites/${code}`,
      `/api/invites/${code}/acept`,
      `/API/Invites/${code}/`,
      `/api//invites/${code}`,
      `/api%2Finvites%2F${code}`,
      `/trpc/servers.getInvite?input=${encodeURIComponent(JSON.stringify({ code }))}`,
    ];
    for (const path of paths) await alice.send('GET', path);
    await alice.send('PUT', `/api/invites/${code}`);
    for (const query of [`token=${CANARY}`, `ticket=${CANARY}`]) {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/ws?${query}`);
      await once(socket, 'error');
    }
    await expect.poll(() => lines.slice(before).length).toBeGreaterThanOrEqual(paths.length + 1);
    expect(lines.slice(before).join('')).toContain('/api/invites/{code}');
    expectNoSecrets();
  });
});

/** A call that fails writes two lines of the 200 that errors have in a second. */
const FAILED_CALLS_AT_ONCE = 80;
let calls = 0;

/** Waits where further failed calls would be counted instead of logged. */
async function withinLineLimit(): Promise<void> {
  if (++calls % FAILED_CALLS_AT_ONCE === 0) await wait(1_050);
}

/** Each of these reached the database, and failed there. */
function expectFailures(failed: ReadonlySet<string>): void {
  expect(failed).toContain('auth.register');
  expect(failed).toContain('auth.login');
  expect(failed.size).toBeGreaterThan(30);
}

/** Also that no line was only counted. */
function expectNoSecrets(): void {
  const log = lines.join('');
  expect(log).toContain('P0001');
  expect(log).not.toContain('Lines were counted');
  expect(log.match(new RegExp(`.*(${[CANARY, 'argon2', ...secrets].join('|')}).*`, 'g'))).toBeNull();
}

const idFor = (name: string) => ids[name] ?? ids.messageID ?? '';

/** The path parameters of an operation by the names that the typed inputs have. */
function idsOf(path: string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name.replace(/ID$/, 'Id'), idFor(name)]));
}

/** The values of the fields that an operation takes: a field that cannot be set would be refused. */
function bodyOf(name: string, described: oas31.OperationObject): object {
  const known = { ...BODY, userId: ids.botID, userIds: [ids.botID], groupId: ids.groupID };
  const taken = Object.keys(fieldsOf(described));
  return BODIES[name] ?? Object.fromEntries(Object.entries(known).filter(([field]) => taken.includes(field)));
}

function takesFile({ requestBody }: oas31.OperationObject): boolean {
  return (
    requestBody !== undefined && 'content' in requestBody && 'multipart/form-data' in requestBody.content
  );
}

function upload(): FormData {
  const image = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0"/></svg>';
  const form = new FormData();
  form.append('file', new File([image, `<!-- ${CANARY} -->`], `${CANARY}.svg`, { type: 'image/svg+xml' }));
  return form;
}

function fieldsOf({ requestBody }: oas31.OperationObject): Readonly<Record<string, unknown>> {
  const content = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
  return resolved(content['application/json']?.schema).properties ?? {};
}

/** The fields of a JSON body that take any text. */
function textFieldsOf(described: oas31.OperationObject): string[] {
  return Object.entries(fieldsOf(described))
    .filter(([field, property]) => !/Ids?$/i.test(field) && isText(resolved(property)))
    .map(([field]) => field);
}

function isText(schema: oas31.SchemaObject): boolean {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.some((choice) => isText(resolved(choice)));
  const types = [schema.type].flat();
  return types.includes('string') && schema.enum === undefined && !/uuid|time|date/.test(schema.format ?? '');
}

function resolved(given: unknown): oas31.SchemaObject {
  // The document has been linted, so what stands here is a schema or a reference to one.
  const schema = (given ?? {}) as oas31.SchemaObject | oas31.ReferenceObject;
  if (!('$ref' in schema)) return schema;
  const name = schema.$ref?.split('/').at(-1) ?? '';
  return resolved(service.document.components?.schemas?.[name]);
}

/** Makes every change of a row raise an error that carries the row, as a failing constraint does. */
async function failEveryWrite(): Promise<void> {
  await sql.unsafe(`
    create function fail_with_row() returns trigger language plpgsql as $$
    begin
      raise exception 'refused: %', coalesce(new, old) using detail = coalesce(new, old)::text;
    end $$`);
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  for (const { name } of tables) {
    await sql.unsafe(
      `create trigger fail before insert or update or delete on "${name}" for each row execute function fail_with_row()`,
    );
  }
}
