import { z } from 'zod';
import * as core from 'zod/v4/core';

const REFUSED = 'cannot be set here';

interface WritingDef extends core.$ZodObjectDef {
  readonly refused: ReadonlySet<string>;
}

interface Writing extends z.ZodObject {
  readonly _zod: z.ZodObject['_zod'] & { readonly def: WritingDef };
}

/**
 * An object that refuses some fields besides those of its shape. As fields of the shape, each of them would be parsed, although
 * almost no request sends one: a message has 14.
 */
const Writing = core.$constructor<Writing, WritingDef>('Writing', (inst, def) => {
  z.ZodObject.init(inst, def);
  const { parse } = inst._zod;
  const refuse = (input: unknown, result: core.ParsePayload) => {
    if (typeof input !== 'object' || input === null) return result;
    for (const name of Object.keys(input)) {
      const value: unknown = def.refused.has(name) ? Reflect.get(input, name) : undefined;
      if (value === undefined) continue;
      result.issues.push({ code: 'custom', path: [name], message: REFUSED, input: value, inst });
    }
    return result;
  };
  inst._zod.parse = (payload, ctx) => {
    const input = payload.value;
    const result = parse(payload, ctx);
    return result instanceof Promise ? result.then((later) => refuse(input, later)) : refuse(input, result);
  };
});

/**
 * An input that writes a record: the given fields, and no other field of the record. Those are refused, because a client
 * that sends one expects a change (docs/reference.md, Conventions). What is no field of the record is ignored.
 */
export function writing<Shape extends z.ZodRawShape>(record: z.ZodObject, fields: Shape): z.ZodObject<Shape> {
  const refused = new Set(Object.keys(record.shape).filter((name) => !(name in fields)));
  // The constructor is of any shape.
  return new Writing({ type: 'object', shape: fields, refused }) as unknown as z.ZodObject<Shape>;
}

/** The fields that an input refuses. */
export function refusedBy(schema: core.$ZodType): ReadonlySet<string> {
  return schema instanceof Writing ? schema._zod.def.refused : new Set();
}
