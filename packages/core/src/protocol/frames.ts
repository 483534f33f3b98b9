import { z } from 'zod';
import { ERRORS } from './error-codes.js';
import { LOST_ACCESS } from './events/accounts.js';
import { Event } from './events.js';
import { GivenId, Id } from './primitives.js';
import { Receipt } from './records/receipt.js';
import { User } from './records/user.js';

/** The number of streams that one frame, or one subscription, may name at most. */
export const SUBSCRIBE_MAX = 1_000;

/** A frame of the service, and what it means: a field that is not declared is a fault. */
const frame = <Type extends string, Shape extends z.ZodRawShape>(type: Type, says: string, shape: Shape) =>
  z.strictObject({
    type: z.literal(type).meta({ description: says }),
    data: z.strictObject(shape).meta({ description: 'What the frame says.' }),
  });

/** A frame of a client, and what it does: fields that are not known are ignored, because a newer client may send them. */
const clientFrame = <Type extends string, Data extends z.ZodType>(type: Type, says: string, data: Data) =>
  z.object({ type: z.literal(type).meta({ description: says }), data });

const asked = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).meta({ description: 'What the frame asks.' });

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
  clientFrame(
    'authenticate',
    'Signs the connection in, within 10 seconds, where the upgrade did not.',
    asked({
      token: z.string().meta({ description: 'The token of a session or a bot.' }),
    }),
  ),
  clientFrame(
    'subscribe',
    'Adds streams: at most 1,000 in a frame and 5,000 in all. Answered by `subscribed`. With a cursor in `since`, ' +
      'everything after the cursor comes first, then what happens live, without a gap or a repetition.',
    asked({ channelIds: StreamIds, since: GivenCursors }),
  ),
  clientFrame('unsubscribe', 'Removes streams, without an answer.', asked({ channelIds: StreamIds })),
  clientFrame(
    'idle',
    'Says whether you are away from this connection, for as long as it is open. You are idle while you are away from all of yours.',
    asked({
      idle: z.boolean().meta({ description: 'Whether you are away from this connection.' }),
    }),
  ),
  clientFrame(
    'typing',
    'Says that you are typing in a channel. It needs the right to post, and is published every 3 seconds at most.',
    asked({ channelId: GivenId.meta({ description: 'The id of the channel.' }) }),
  ),
  clientFrame(
    'ping',
    'Answered by `pong` at once.',
    z
      .object({})
      .nullish()
      .transform((data) => data ?? {})
      .meta({ description: 'Nothing; may be left out.' }),
  ),
]);
export type ClientFrame = z.output<typeof ClientFrame>;
/** What a client may send, as it writes it. */
export type GivenClientFrame = z.input<typeof ClientFrame>;

/** About the connection itself. */
export const ConnectionFrame = z.discriminatedUnion('type', [
  frame('ready', 'The connection is signed in. Before it, only `authenticate` and `ping` are accepted.', {
    user: User,
    heartbeatIntervalMs: z
      .number()
      .int()
      .meta({ description: 'How often the service pings the socket, in milliseconds.' }),
  }),
  frame(
    'subscribed',
    'The answer to `subscribe`. `seq` is the last position of each stream at that moment. Unknown ids and ids that you ' +
      'may not subscribe to are both in `denied`.',
    {
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
    },
  ),
  frame(
    'resync',
    'The log no longer reaches back to your cursor. It comes instead of the events up to `seq`: read the state again.',
    {
      channelId: Id,
      seq: z
        .number()
        .int()
        .meta({ description: 'Read the state again; the events after this position follow.' }),
    },
  ),
  frame(
    'error',
    'A frame was refused and changed nothing, or the connection is about to end. Act on `code`.',
    {
      error: z.string().meta({ description: 'A sentence for people.' }),
      code: z.string().meta({ enum: Object.keys(ERRORS), description: 'The same codes as in REST errors.' }),
      type: z.string().nullable().meta({
        description:
          'The `type` of the frame that this answers; null when it has none or the error answers no frame.',
      }),
    },
  ),
  frame('pong', 'The answer to `ping`.', {}),
]);
export type ConnectionFrame = z.output<typeof ConnectionFrame>;

/** Sent but not stored: these have no `seq`. */
export const TransientFrame = z.discriminatedUnion('type', [
  frame('typing.started', 'Somebody is typing in the channel.', { channelId: Id, userId: Id }),
  frame(
    'presence.updated',
    "Somebody came online, became idle or active, or went offline. In a server's stream only.",
    {
      userId: Id,
      online: z
        .boolean()
        .meta({ description: 'Whether a socket of the user is open, and the user is not invisible.' }),
      idle: z.boolean().meta({
        description: 'Whether the user is away from all of these sockets; false for a user who is offline.',
      }),
    },
  ),
  frame(
    'receipts.updated',
    'Members have read on in a channel that shows read positions. At most one a second for each channel, for members who show theirs.',
    {
      channelId: Id,
      receipts: z
        .array(Receipt)
        .meta({ description: 'Of those whose position has moved; you may be one of them.' }),
    },
  ),
  frame('access.revoked', LOST_ACCESS, {
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
