import { z } from 'zod';
import { Id } from '../primitives.js';

/** Whose a stream of events is. */
export type StreamKind = 'channel' | 'server' | 'user';

/**
 * For whom an event in a stream changes whether they may post there, or the profile that their posts carry: for nobody, for
 * the person whom its `userId` names, or for everybody. A channel's stream decides about posts to the channel, a server's
 * about posts to its channels, and a person's own about their posts. What one of these streams says needs no other to say
 * it again: a channel that is archived is `everybody` in its own stream and `nobody` in its server's.
 */
export type Posters = 'nobody' | 'subject' | 'everybody';

/** What the service knows of a type of event. */
export interface EventFacts {
  /** What it means, as a sentence of the AsyncAPI document. */
  readonly says: string;
  /** The streams that it may be in. */
  readonly streams: { readonly [Kind in StreamKind]?: Posters };
  /** Whether it can change who may read a stream that it is in; `realtime/audience.ts` says how. */
  readonly readers: 'stay' | 'change';
  /** The stream in which webhooks look for it, where each stands once. Absent: it does not leave the service by HTTP. */
  readonly webhooks?: Exclude<StreamKind, 'user'>;
  /** What its content is once a later event has superseded it. Absent: it has none that could have to disappear. */
  readonly emptied?: object;
  /** Whether it supersedes an earlier event, so that copies of the log from before are out of date. */
  readonly supersedes?: true;
}

const seq = z
  .number()
  .int()
  .meta({ description: 'The position in the stream: 1, 2, 3 and so on, without gaps, in commit order.' });
const streamId = Id.meta({
  description: 'The stream of the event: the id of a channel, a server or a user.',
});

/** The row of an event that is in the stream of its channel only, which its `channelId` names. */
export function inChannel<
  const Type extends string,
  Shape extends z.ZodRawShape & { readonly channelId: z.ZodType },
  const Facts extends EventFacts & { readonly streams: { readonly channel: Posters } },
>(type: Type, facts: Facts, shape: Shape) {
  const data = z
    .strictObject({ ...shape, seq })
    .meta({ description: 'The change, and its position in the stream of its channel.' });
  return { type, facts, schema: z.strictObject({ type: eventType(type, facts), data }) };
}

/** The row of an event whose other fields do not name its stream: the same change may be published in several streams. */
export function event<const Type extends string, Shape extends z.ZodRawShape, const Facts extends EventFacts>(
  type: Type,
  facts: Facts,
  shape: Shape,
) {
  const data = z
    .strictObject({ ...shape, streamId, seq })
    .meta({ description: 'The change, its stream and its position there.' });
  return { type, facts, schema: z.strictObject({ type: eventType(type, facts), data }) };
}

const eventType = <Type extends string>(type: Type, { says }: EventFacts) =>
  z.literal(type).meta({ description: says });
