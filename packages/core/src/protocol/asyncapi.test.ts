import { expect, test } from 'vitest';
import { z } from 'zod';
import { asyncApiDocument } from './asyncapi.js';
import { CLOSE_CODES } from './close-codes.js';
import { ERRORS } from './error-codes.js';
import { Event } from './events.js';
import { ClientFrame, ConnectionFrame, ServiceFrame, TransientFrame } from './frames.js';

const document = asyncApiDocument({ publicUrl: 'https://chat.example.com/base', version: '1.2.3' });
const text = JSON.stringify(document);

const Example = z.object({ payload: z.looseObject({ type: z.string() }) });
const Components = z.object({
  components: z.object({
    messages: z.record(z.string(), z.object({ description: z.string(), examples: z.tuple([Example]) })),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

test('every frame of both directions is in the document', () => {
  const names = (frames: ReadonlyArray<{ shape: { type: { value: string } } }>) =>
    frames.map(({ shape }) => shape.type.value);
  for (const type of names(ClientFrame.options)) expect(text).toContain(`"client.${type}"`);
  for (const type of names([...ConnectionFrame.options, ...TransientFrame.options, ...Event.options])) {
    expect(text).toContain(`"service.${type}"`);
  }
});

test('every message has a description, and an example that is one of its kind', () => {
  const { messages } = Components.parse(document).components;
  for (const [name, { description, examples }] of Object.entries(messages)) {
    const [{ payload }] = examples;
    const schema = name.startsWith('client.') ? ClientFrame : ServiceFrame;
    expect(schema.safeParse(payload), name).toMatchObject({ success: true });
    expect(`${name.split('.')[0]}.${payload.type}`).toBe(name.replace(/\.logged$/, ''));
    expect(description, name).toMatch(/\.$/);
  }
});

test('it has what generators need beside the frames', () => {
  expect(Object.keys(Components.parse(document).components.securitySchemes)).toEqual([
    'bearer',
    'ticket',
    'token',
  ]);
  expect(document).toMatchObject({
    channels: {
      socket: {
        bindings: { ws: { query: { properties: { ticket: {}, token: {} } } } },
        'x-close-codes': CLOSE_CODES,
      },
    },
  });
  expect(text).toContain(JSON.stringify(Object.keys(ERRORS)));
});

test('it has the address of the socket, and every reference in it has a target', () => {
  expect(document).toMatchObject({
    asyncapi: '3.0.0',
    servers: { palaver: { host: 'chat.example.com', pathname: '/base', protocol: 'wss' } },
  });
  const refs = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(refs.length).toBeGreaterThan(50);
  for (const path of new Set(refs)) {
    const found = path.split('/').reduce<unknown>((at, key) => Reflect.get(Object(at), key), document);
    expect(found, path).toBeTypeOf('object');
  }
});

test('an undeclared field of the service fails, and one of a client is ignored', () => {
  const pong = { type: 'pong', data: {} };
  expect(ServiceFrame.safeParse(pong).success).toBe(true);
  expect(ServiceFrame.safeParse({ ...pong, at: 1 }).success).toBe(false);
  expect(ServiceFrame.safeParse({ type: 'pong', data: { at: 1 } }).success).toBe(false);
  const typing = { type: 'typing', data: { channelId: 'c' } };
  for (const newer of [
    { ...typing, at: 1 },
    { ...typing, data: { ...typing.data, at: 1 } },
  ]) {
    expect(ClientFrame.parse(newer)).toEqual(typing);
  }
});
