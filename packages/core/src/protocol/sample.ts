import { SAMPLE_ID } from './primitives.js';

/** A JSON Schema, as far as samples are made from it. */
interface Schema {
  readonly [keyword: string]: unknown;
}

type Schemas = Readonly<Record<string, unknown>>;

const INSTANT = '2026-11-20T09:31:00.000Z';

/** What fields of these names look like, where their schema does not say more than their type. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  username: 'alice',
  displayName: 'Alice',
  status: 'On holiday until Monday',
  email: 'alice@example.com',
  password: 'correct horse battery staple',
  currentPassword: 'correct horse battery staple',
  newPassword: 'a long walk by the sea',
  timezone: 'Europe/Berlin',
  avatarPath: `/api/avatars/${SAMPLE_ID}.webp`,
  content: 'Good morning, everybody.',
  topic: 'What we ship next',
  name: 'Release notes',
  emoji: '👍',
  filename: 'plan.pdf',
  storedPath: `/api/attachments/${SAMPLE_ID}`,
  mimeType: 'application/pdf',
  sizeBytes: 48_213,
  token: 'plv_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
  ticket: 'plvt_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
  code: 'k3Xw9aQ2',
  provider: 'example',
  state: 'b0c4',
  url: 'wss://chat.example.com/api/bot-gateway',
  userAgent: 'Mozilla/5.0',
  quietStart: '22:00',
  quietEnd: '07:00',
  keywords: ['deploy', 'release train'],
  reason: 'Spam',
  error: 'There is no such channel, or you may not see it.',
  nonce: 'a-key-of-the-client',
  redirectTo: 'https://chat.example.com/signed-in',
  memberCount: 3,
  seq: 1042,
  since: 1041,
  heartbeatIntervalMs: 30_000,
  resumeWindowSeconds: 604_800,
};

/**
 * A value that a schema takes: its own example or default where it has one, else one that its fields' names suggest. The
 * same schema has the same sample always. A `$ref` names one of `schemas`, which are those of the document by their names.
 */
export function sampleOf(schema: unknown, schemas: Schemas, name = ''): unknown {
  if (!isSchema(schema)) return undefined;
  const known = knownSample(schema);
  if (known !== undefined) return known;
  if (typeof schema.$ref === 'string')
    return sampleOf(schemas[schema.$ref.replace('#/components/schemas/', '')], schemas, name);
  const option = firstOption(schema);
  if (option !== undefined) return sampleOf(option, schemas, name);
  if (isSchema(schema.properties)) return sampleObject(schema.properties, schemas);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'array')
    return isSchema(schema.items) ? [sampleOf(schema.items, schemas, singular(name))] : [];
  if (type === 'object') return sampleMap(schema.additionalProperties, schemas, name);
  return sampleScalar(type, schema, name);
}

function knownSample({ example, examples, const: constant, enum: values }: Schema): unknown {
  const [first] = Array.isArray(examples) ? examples : Array.isArray(values) ? values : [];
  return example ?? constant ?? first;
}

/** The first of several forms that is not null. */
function firstOption({ anyOf, oneOf, allOf }: Schema): Schema | undefined {
  const options = [anyOf, oneOf, allOf].find(Array.isArray) ?? [];
  return options.find((option) => isSchema(option) && option.type !== 'null');
}

function sampleObject(properties: Schema, schemas: Schemas): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isSchema(schema) ? [[name, sampleOf(schema, schemas, name)]] : [],
    ),
  );
}

function sampleMap(values: unknown, schemas: Schemas, name: string): object {
  return isSchema(values) ? { [SAMPLE_ID]: sampleOf(values, schemas, name) } : {};
}

function sampleScalar(type: unknown, schema: Schema, name: string): unknown {
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') {
    const named = BY_NAME[name];
    return typeof named === 'number' ? named : Math.max(Number(schema.minimum ?? 1), 1);
  }
  if (type === 'null') return null;
  if (schema.format === 'date-time') return INSTANT;
  if (schema.format === 'uuid' || /^(?:before|after|around)$|ids?$/i.test(name)) return SAMPLE_ID;
  const named = BY_NAME[name];
  return typeof named === 'string' ? named : 'text';
}

/** `userIds` holds values like `userId`, and the `users` of a reaction are ids. */
function singular(name: string): string {
  return name === 'users' || name === 'denied' ? 'id' : name.replace(/s$/, '');
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
