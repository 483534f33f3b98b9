import type { EventFacts, StreamKind } from '../../protocol/events/row.js';
import { EVENTS, typesWhere } from '../../protocol/events/table.js';
import { baseOf, cell } from './record-tables.js';

const KINDS: readonly StreamKind[] = ['channel', 'server', 'user'];
const IN_EVERY_EVENT = new Set(['seq', 'streamId']);

/** Each event: what it means, in whose streams it is, and the fields of its `data`. */
export function eventTable(): string {
  const rows = EVENTS.map(({ type, facts, schema }) => {
    // The schemas of events have different fields, of which only the names count here.
    const shape: Readonly<Record<string, import('zod/v4/core').$ZodType>> = schema.shape.data.shape;
    return `| \`${type}\` | ${cell(facts.says)} | ${streamsOf(facts).join(', ')} | ${dataOf(shape)} |`;
  });
  return [
    '| event | meaning | in the stream of | `data` without `seq` and `streamId` |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function streamsOf({ streams }: EventFacts): StreamKind[] {
  return KINDS.filter((kind) => kind in streams);
}

function dataOf(shape: Parameters<typeof baseOf>[1]): string {
  const base = baseOf('', shape);
  const fields = Object.keys(shape).filter(
    (field) => !IN_EVERY_EVENT.has(field) && !(base && field in base.shape),
  );
  const names = fields.map((field) => `\`${field}\``).join(', ');
  if (base === null) return names;
  const link = `[${base.name}](records.md#${base.name.toLowerCase()})`;
  return names === '' ? link : `${link} and ${names}`;
}

/** What is left of an event once a later one has superseded it. */
export function supersededTable(): string {
  const rows = EVENTS.flatMap(({ type, facts }) =>
    'emptied' in facts
      ? [
          `| \`${type}\` | ${Object.entries(facts.emptied)
            .map(([field, value]) => `\`${field}\`: \`${JSON.stringify(value)}\``)
            .join(', ')} |`,
        ]
      : [],
  );
  return ['| event | superseded, it has |', '| --- | --- |', ...rows].join('\n');
}

/** The events that webhooks get. */
export function webhookTable(): string {
  const rows = (['channel', 'server'] as const).map((kind) => {
    const types = typesWhere(({ webhooks }) => webhooks === kind).map((type) => `\`${type}\``);
    return `| ${kind === 'channel' ? 'channels' : 'the server'} | ${types.join(', ')} |`;
  });
  return ['| of | event types |', '| --- | --- |', ...rows].join('\n');
}
