import { z } from 'zod';
import { Event } from './events.js';
import { ClientFrame, ConnectionFrame, TransientFrame } from './frames.js';

type Json = Record<string, unknown>;

interface FrameSchema {
  readonly shape: { readonly type: { readonly value: string } };
}

/** AsyncAPI 3.0: the WebSocket's frames, from the schemas that the service itself sends and receives by. */
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
        description: 'The same frames travel at `/api/bot-gateway`, for bots only.',
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

/** Messages by name. A logged `access.revoked` and one that is not kept differ, so the later one is named apart. */
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

/** JSON Schema whose references point where an AsyncAPI document keeps its schemas. */
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
