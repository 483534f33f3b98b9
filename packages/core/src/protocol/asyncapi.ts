import { z } from 'zod';
import { ASYNCAPI_INTRODUCTION } from './asyncapi-introduction.js';
import { CLOSE_CODES } from './close-codes.js';
import { Event } from './events.js';
import { ClientFrame, ConnectionFrame, TransientFrame } from './frames.js';
import { sampleOf } from './sample.js';

type Json = Record<string, unknown>;

interface FrameSchema {
  readonly shape: { readonly type: { readonly value: string; readonly description?: string | undefined } };
}

/** The AsyncAPI 3.0 document of the WebSocket's frames, made from the schemas that the service itself uses. */
export function asyncApiDocument(settings: { readonly publicUrl: string; readonly version: string }): Json {
  const { host, pathname, protocol } = new URL(settings.publicUrl);
  const [incoming, outgoing] = [messages('client', ClientFrame.options), messages('service', SERVICE_FRAMES)];
  const all = { ...incoming.messages, ...outgoing.messages };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Palaver',
      version: settings.version,
      description: ASYNCAPI_INTRODUCTION,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      palaver: {
        host,
        pathname: pathname === '/' ? '' : pathname,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        security: Object.keys(SECURITY_SCHEMES).map((name) => ({
          $ref: `#/components/securitySchemes/${name}`,
        })),
      },
    },
    channels: {
      socket: {
        address: '/api/ws',
        description: 'The same frames are sent at `/api/bot-gateway`, for bots only.',
        messages: refs('components/messages', Object.keys(all)),
        bindings: { ws: UPGRADE },
        'x-close-codes': CLOSE_CODES,
      },
    },
    operations: {
      fromClient: operation('receive', Object.keys(incoming.messages)),
      fromService: operation('send', Object.keys(outgoing.messages)),
    },
    components: {
      messages: all,
      schemas: { ...incoming.schemas, ...outgoing.schemas },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const TICKET = 'A ticket from `POST /api/ws/ticket`: one use, 30 seconds.';
const TOKEN = 'A session token, or the token of a bot. Prefer a ticket: query strings are written to logs.';

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token in the header of the upgrade.' },
  ticket: { type: 'httpApiKey', in: 'query', name: 'ticket', description: TICKET },
  token: { type: 'httpApiKey', in: 'query', name: 'token', description: TOKEN },
};

/** The HTTP request that opens the socket. */
const UPGRADE = {
  method: 'GET',
  query: {
    type: 'object',
    properties: {
      ticket: { type: 'string', description: TICKET },
      token: { type: 'string', description: TOKEN },
    },
  },
  headers: {
    type: 'object',
    properties: { Authorization: { type: 'string', description: '`Bearer <token>`' } },
  },
  bindingVersion: '0.1.0',
};

const SERVICE_FRAMES = [...ConnectionFrame.options, ...TransientFrame.options, ...Event.options];

/** Messages by name. A logged `access.revoked` and a transient one differ, so the logged one has a name of its own. */
function messages(origin: 'client' | 'service', frames: ReadonlyArray<z.ZodType & FrameSchema>) {
  const found: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  for (const frame of frames) {
    const { value: type, description = type } = frame.shape.type;
    const name = `${origin}.${type}`;
    const { $defs = {}, ...payload } = jsonSchema(frame, origin === 'client' ? 'input' : 'output');
    Object.assign(schemas, $defs);
    const isLogged = name in found;
    found[isLogged ? `${name}.logged` : name] = {
      name: type,
      title: isLogged ? `${type} (logged)` : type,
      description: `${description}${isLogged ? ' This one is in your own stream, with its position there.' : ''}`,
      payload,
      examples: [{ name: 'example', payload: sampleOf(payload, schemas) }],
    };
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
