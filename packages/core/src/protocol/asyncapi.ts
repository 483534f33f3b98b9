import { z } from 'zod';
import { Event } from './events.js';
import { ClientFrame, ConnectionFrame, TransientFrame } from './frames.js';

type Json = Record<string, unknown>;

interface FrameSchema {
  readonly shape: { readonly type: { readonly value: string } };
}

/** The AsyncAPI 3.0 document of the WebSocket's frames, made from the schemas that the service itself uses. */
export function asyncApiDocument(settings: { readonly publicUrl: string }): Json {
  const { host, pathname, protocol } = new URL(settings.publicUrl);
  const [incoming, outgoing] = [messages('client', ClientFrame.options), messages('service', SERVICE_FRAMES)];
  const all = { ...incoming.messages, ...outgoing.messages };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Palaver',
      version: '1.0.0',
      description:
        'Open the WebSocket with "Authorization: Bearer <token>", "?ticket=" or "?token=", or send `authenticate` first.',
    },
    defaultContentType: 'application/json',
    servers: {
      palaver: {
        host,
        pathname: pathname === '/' ? '' : pathname,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
      },
    },
    channels: {
      socket: {
        address: '/api/ws',
        description: 'The same frames are sent at `/api/bot-gateway`, for bots only.',
        messages: refs('components/messages', Object.keys(all)),
      },
    },
    operations: {
      fromClient: operation('receive', Object.keys(incoming.messages)),
      fromService: operation('send', Object.keys(outgoing.messages)),
    },
    components: { messages: all, schemas: { ...incoming.schemas, ...outgoing.schemas } },
  };
}

const SERVICE_FRAMES = [...ConnectionFrame.options, ...TransientFrame.options, ...Event.options];

/** Messages by name. A logged `access.revoked` and a transient one differ, so the logged one has a name of its own. */
function messages(origin: 'client' | 'service', frames: ReadonlyArray<z.ZodType & FrameSchema>) {
  const found: Record<string, Json> = {};
  const schemas: Json = {};
  for (const frame of frames) {
    const type = frame.shape.type.value;
    const name = `${origin}.${type}`;
    const { $defs = {}, ...payload } = jsonSchema(frame, origin === 'client' ? 'input' : 'output');
    Object.assign(schemas, $defs);
    found[name in found ? `${name}.logged` : name] = { name: type, payload };
  }
  return { messages: found, schemas };
}

/** JSON Schema with references to the place of schemas in an AsyncAPI document. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function operation(action: 'send' | 'receive', names: readonly string[]): Json {
  return {
    action,
    channel: { $ref: '#/channels/socket' },
    messages: names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` })),
  };
}

function refs(folder: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/${folder}/${name}` }]));
}
