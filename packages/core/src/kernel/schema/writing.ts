import { z } from 'zod';

/** Takes nothing: a field that exists and cannot be written by this request. */
const NotWritable = z.never({ error: 'cannot be set here' }).optional();

/**
 * An input that writes a record: the given fields, and no other field of the record. Those are refused, because a client
 * that sends one expects a change (docs/reference.md, Conventions). What is no field of the record is ignored.
 */
export function writing<Shape extends z.ZodRawShape>(record: z.ZodObject, fields: Shape): z.ZodObject<Shape> {
  const others = Object.keys(record.shape).filter((name) => !(name in fields));
  const shape: Shape = { ...fields, ...Object.fromEntries(others.map((name) => [name, NotWritable])) };
  return z.object(shape);
}
