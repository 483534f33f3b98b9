import { z } from 'zod';
import { ERRORS } from './error-codes.js';
import { Event } from './events.js';
import {
  CLIENT_DESCRIPTIONS,
  type ClientFrameType,
  SERVICE_DESCRIPTIONS,
  type ServiceFrameType,
} from './frame-descriptions.js';
import { GivenId, Id } from './primitives.js';
import { Receipt } from './records/receipt.js';
import { User } from './records/user.js';

/** The number of streams that one frame, or one subscription, may name at most. */
export const SUBSCRIBE_MAX = 1_000;

/** A frame of the service: a field that is not declared is a fault. */
const frame = <Type extends ServiceFrameType, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({
    type: z.literal(type).meta({ description: SERVICE_DESCRIPTIONS[type] }),
    data: z.strictObject(shape).meta({ description: 'What the frame says.' }),
  });

/** A frame of a client: fields that are not known are ignored, because a newer client may send them. */
const clientFrame = <Type extends ClientFrameType, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: clientType(type), data: z.object(shape).meta({ description: 'What the frame asks.' }) });

const clientType = <Type extends ClientFrameType>(type: Type) =>
  z.literal(type).meta({ description: CLIENT_DESCRIPTIONS[type] });

const StreamId = GivenId.meta({
  description:
    'The id of a channel, of a server you are in, or your own user id: each has a stream of events.',
});
export const StreamIds = z
  .array(StreamId)
  .max(SUBSCRIBE_MAX)
  .meta({ description: 'Ids of channels, of servers you are in, or your own user id.' });

/** The position of the last event that was received of a stream; 0 is before the first event. */
const Cursor = z.number().int().min(0);
export const Cursors = z.record(GivenId, Cursor).meta({
  description:
    'By stream id, the last `seq` received: later events are sent first. Without a cursor only new events are sent.',
});

/** As in every input, `null` for what is optional means that it is left out. */
const GivenCursors = Cursors.nullish()
  .transform((since) => since ?? undefined)
  .optional();

/** What a client may send. */
export const ClientFrame = z.discriminatedUnion('type', [
  clientFrame('authenticate', {
    token: z.string().meta({ description: 'The token of a session or a bot.' }),
  }),
  clientFrame('subscribe', { channelIds: StreamIds, since: GivenCursors }),
  clientFrame('unsubscribe', { channelIds: StreamIds }),
  clientFrame('idle', {
    idle: z.boolean().meta({ description: 'Whether you are away from this connection.' }),
  }),
  clientFrame('typing', { channelId: GivenId.meta({ description: 'The id of the channel.' }) }),
  z.object({
    type: clientType('ping'),
    data: z
      .object({})
      .nullish()
      .transform((data) => data ?? {})
      .meta({ description: 'Nothing; may be left out.' }),
  }),
]);
export type ClientFrame = z.output<typeof ClientFrame>;
/** What a client may send, as it writes it. */
export type GivenClientFrame = z.input<typeof ClientFrame>;

/** About the connection itself. */
export const ConnectionFrame = z.discriminatedUnion('type', [
  frame('ready', {
    user: User,
    heartbeatIntervalMs: z
      .number()
      .int()
      .meta({ description: 'How often the service pings the socket, in milliseconds.' }),
  }),
  frame('subscribed', {
    channels: z
      .array(
        z.strictObject({
          id: Id,
          seq: z.number().int().meta({ description: 'The position of its last event.' }),
        }),
      )
      .meta({ description: 'With the position of the last event of each stream.' }),
    denied: z
      .array(z.string())
      .meta({ description: 'The streams that do not exist or that you may not read.' }),
  }),
  frame('resync', {
    channelId: Id,
    seq: z
      .number()
      .int()
      .meta({ description: 'Read the state again; the events after this position follow.' }),
  }),
  frame('error', {
    error: z.string().meta({ description: 'A sentence for people.' }),
    code: z.string().meta({ enum: Object.keys(ERRORS), description: 'The same codes as in REST errors.' }),
    type: z.string().nullable().meta({
      description:
        'The `type` of the frame that this answers; null when it has none or the error answers no frame.',
    }),
  }),
  frame('pong', {}),
]);
export type ConnectionFrame = z.output<typeof ConnectionFrame>;

/** Sent but not stored: these have no `seq`. */
export const TransientFrame = z.discriminatedUnion('type', [
  frame('typing.started', { channelId: Id, userId: Id }),
  frame('presence.updated', {
    userId: Id,
    online: z
      .boolean()
      .meta({ description: 'Whether a socket of the user is open, and the user is not invisible.' }),
    idle: z.boolean().meta({
      description: 'Whether the user is away from all of these sockets; false for a user who is offline.',
    }),
  }),
  frame('receipts.updated', {
    channelId: Id,
    receipts: z
      .array(Receipt)
      .meta({ description: 'Of those whose position has moved; you may be one of them.' }),
  }),
  frame('access.revoked', {
    serverId: Id.nullable(),
    channelId: Id.nullable().meta({ description: "Null for the server's own stream." }),
  }).meta({ description: 'This connection may no longer read a stream and receives nothing more of it.' }),
]);
export type TransientFrame = z.output<typeof TransientFrame>;

/** Everything the service sends. */
export const ServiceFrame = z.union([ConnectionFrame, TransientFrame, Event]);
export type ServiceFrame = z.output<typeof ServiceFrame>;

/** The frames of a subscription: the events of its streams, and the frames about the streams themselves. */
export type StreamFrame =
  | Event
  | TransientFrame
  | Extract<ConnectionFrame, { type: 'subscribed' | 'resync' }>;
