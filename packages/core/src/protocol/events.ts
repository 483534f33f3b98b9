import { z } from 'zod';
import type { StreamKind } from './events/row.js';
import { EVENTS } from './events/table.js';

type SchemasOf<Rows extends readonly { readonly schema: z.ZodObject }[]> = {
  readonly [Index in keyof Rows]: Rows[Index]['schema'];
};

function schemasOf<const Rows extends readonly { readonly schema: z.ZodObject }[]>(
  rows: Rows,
): SchemasOf<Rows> {
  // The type of `map` does not tell that it keeps the rows in their order.
  return rows.map(({ schema }) => schema) as SchemasOf<Rows>;
}

/** Every event of the log. */
export const Event = z.discriminatedUnion('type', schemasOf(EVENTS));
export type Event = z.output<typeof Event>;

/** The event of a frame of the log. Only this service writes frames, and its tests check each of them against its schema. */
export function eventIn<Type extends Event['type'] = Event['type']>(
  frame: string,
): Extract<Event, { type: Type }> {
  return JSON.parse(frame);
}

type WithoutPosition<E> = E extends { type: infer Type; data: infer Data }
  ? { type: Type; data: Omit<Data, 'seq' | 'streamId'> }
  : never;

/** An event that has no position in the log yet. */
export type EventDraft = WithoutPosition<Event>;

/** By the kinds of streams that events of a type may be in, whether they name their stream. */
const NAMES_ITS_STREAM = {
  channel: namesOfStreams('channel'),
  server: namesOfStreams('server'),
  user: namesOfStreams('user'),
};

function namesOfStreams(kind: StreamKind): ReadonlyMap<string, boolean> {
  const rows = EVENTS.filter(({ facts }) => kind in facts.streams);
  return new Map(rows.map(({ type, schema }) => [type, 'streamId' in schema.shape.data.shape]));
}

/** The text of a frame before and after its position. */
export type FrameParts = readonly [before: string, after: string];

/**
 * The frame of an event, exactly as sockets receive it: the text before its `seq`, and the text after it. The position is
 * last and is added as text: to copy the record for it would cost more than to serialise it. Throws for an event that is not
 * for this kind of stream: what it decides there is in no table.
 */
export function frameParts(
  { kind, id }: { readonly kind: StreamKind; readonly id: string },
  { type, data }: EventDraft,
): FrameParts {
  const isNamed = NAMES_ITS_STREAM[kind].get(type);
  if (isNamed === undefined) throw new Error(`the stream of a ${kind} has no ${type}`);
  const stream = isNamed ? `"streamId":"${id}",` : '';
  return [`{"type":"${type}","data":${JSON.stringify(data).slice(0, -1)},${stream}"seq":`, '}}'];
}
