import { describe, expect, test } from 'vitest';
import * as core from 'zod/v4/core';
import { INPUT_FIELDS, type InputField, ROUTER_INPUTS, type RouterInput, shapeOf } from './router-inputs.js';

const ID = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';

/** What these do is in their name: none sets a field of the record that it answers with. */
const SETS_NO_FIELD = new Set([
  'admin.eraseUser',
  'admin.handOverServer',
  'auth.exchange',
  'auth.login',
  'auth.signInWithPasskey',
  'auth.token',
  'channels.join',
  'incomingWebhooks.rotate',
  'interactions.rotateEndpointSecret',
  'messages.pin',
  'messages.react',
  'messages.unpin',
  'messages.unreact',
  'notifications.read',
  'outgoingWebhooks.ping',
  'outgoingWebhooks.rotateSecret',
  'scheduledMessages.send',
  'servers.acceptInvite',
  'servers.removeIcon',
  'admin.cancelImport',
]);

const takes = (schema: core.$ZodType, value: unknown) => core.safeParse(schema, value).success;

describe('null (docs/reference.md, Conventions)', () => {
  const optional = titled(INPUT_FIELDS.filter(({ schema }) => takes(schema, undefined)));
  const required = titled(INPUT_FIELDS.filter(({ schema }) => !takes(schema, undefined)));

  test.each(optional)(
    'for %s, which is optional, means absent, or clears what can be null',
    (_title, given) => {
      const parsed = core.safeParse(given.schema, null);
      expect(parsed, 'declare it with optional(), optionalOr() or clearable()').toMatchObject({
        success: true,
      });
      if (parsed.data === null) expect(canBeNullInAnswer(given), 'nothing to clear').toBe(true);
      else expect(parsed.data).toEqual(core.parse(given.schema, undefined));
    },
  );

  test.each(required)('for %s, which is required, is as if it was absent', (_title, { schema }) => {
    const messages = [undefined, null].map(
      (value) => core.safeParse(schema, value).error?.issues[0]?.message,
    );
    expect(messages).toEqual(['is required', 'is required']);
  });
});

function titled(fields: readonly InputField[]): ReadonlyArray<readonly [string, InputField]> {
  return fields.map((field) => [field.title, field] as const);
}

function canBeNullInAnswer({ field, output }: InputField): boolean {
  const schema = output && recordIn(output)?.[field];
  return schema ? takes(schema, null) : false;
}

describe('a field that exists and cannot be written is refused, never dropped in silence', () => {
  const answersWithRecord = ROUTER_INPUTS.filter(
    ({ isMutation, output }) => isMutation && output !== null && isRecord(recordIn(output)),
  );
  const writes = answersWithRecord.flatMap(({ name, schema, shape, output }) => {
    const record = output !== null && !SETS_NO_FIELD.has(name) ? recordIn(output) : null;
    const fields = Object.keys(record ?? {}).filter((field) => !(field in shape));
    return fields.map((field) => [`${name} ${field}`, field, schema] as const);
  });

  test('each mutation that answers with a record sets some of its fields, or is known to set none', () => {
    const refusing = answersWithRecord.filter(({ refused }) => refused.size > 0);
    const others = answersWithRecord.filter((input) => !refusing.includes(input)).map(({ name }) => name);
    expect(others.sort()).toEqual([...SETS_NO_FIELD].sort());
  });

  test.each(writes)('%s', (_title, field, schema) => {
    const issues = [null, 'x', 1, true, []].map((value) => issuesOf(schema, { [field]: value }));
    expect(
      issues.map((found) => found[field]),
      'declare the input with writing()',
    ).toEqual(Array(issues.length).fill('cannot be set here'));
  });

  test('what is no field of the record is ignored', () => {
    for (const { schema } of ROUTER_INPUTS)
      expect(issuesOf(schema, { neverHeardOf: 1 })).not.toHaveProperty('neverHeardOf');
  });
});

type Shape = RouterInput['shape'];

/** The record in an answer: the answer itself, or the one that it holds beside a token and the like. */
function recordIn(output: core.$ZodType): Shape | null {
  const shape = shapeOf(output);
  if (shape === null || isRecord(shape)) return shape;
  return Object.values(shape).map(shapeOf).find(isRecord) ?? shape;
}

/** A record says when it was made, joined or changed. */
function isRecord(shape: Shape | null): boolean {
  return Object.keys(shape ?? {}).some((field) => field.endsWith('edAt'));
}

function issuesOf(schema: core.$ZodType, input: object): Record<string, string> {
  const { error } = core.safeParse(schema, input);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
}

describe('ids in capitals are the same ids', () => {
  const ids = titled(INPUT_FIELDS.filter(({ title, field }) => isIdField(field) && !NO_IDS.has(title)));

  test.each(ids)('%s', (_title, { schema }) => {
    const forms = [(id: string) => id, (id: string) => [id], (id: string) => ({ [id]: 1 })];
    const form = forms.find((of) => takes(schema, of(ID)));
    expect(form?.(ID)).toBeDefined();
    expect(core.parse(schema, form?.(ID.toUpperCase()))).toEqual(core.parse(schema, form?.(ID)));
  });
});

/** In an id of another system capitals count. */
const isIdField = (field: string) =>
  field !== 'externalId' && /Ids?$|^(?:before|after|around|channels|since)$/.test(field);

/** Codes of invites, and a text of tRPC. */
const NO_IDS = new Set([
  'erasures.eraseChannel before',
  'erasures.eraseMember before',
  'servers.listInvites before',
  'servers.listInvites after',
  'realtime.events lastEventId',
  'interactions.useComponent componentId',
]);

const allOptional = ROUTER_INPUTS.filter(({ schema }) => takes(schema, {}));
test.each(allOptional.map(({ name, schema }) => [name, schema] as const))(
  '%s, whose fields are all optional, may be absent on every API',
  (_name, schema) => {
    expect(core.safeParse(schema, undefined)).toEqual(core.safeParse(schema, {}));
  },
);
