import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import * as core from 'zod/v4/core';

/** What a procedure takes, as far as the REST face has to know. */
export interface InputSchema {
  /** The fields, or null for a procedure without input. */
  readonly shape: Readonly<Record<string, z.ZodType>> | null;
  /** Whether the input may be left out altogether. */
  readonly optional: boolean;
}

/** Reads the input parsers of a procedure; several are one object. Throws for what REST cannot express. */
export function inputSchemaOf(name: string, procedure: AnyTRPCProcedure): InputSchema {
  const parsers = procedure._def.inputs.filter((parser) => !(parser instanceof z.ZodVoid));
  const shapes = parsers.map((parser) => {
    const object = parser instanceof core.$ZodType ? underlying(parser) : parser;
    if (!(object instanceof z.ZodObject))
      throw new Error(`${name}: over REST, an input is a z.object() or nothing.`);
    return object.shape;
  });
  if (shapes.length === 0) return { shape: null, optional: true };
  return { shape: Object.assign({}, ...shapes), optional: parsers.every(takesUndefined) };
}

/** The output schema of a procedure. Throws when there is none, since nothing would check what leaves. */
export function outputSchemaOf(name: string, procedure: AnyTRPCProcedure): z.ZodType {
  const output = 'output' in procedure._def ? procedure._def.output : undefined;
  if (!(output instanceof z.ZodType))
    throw new Error(`${name}: an operation of the REST face needs an .output().`);
  return output;
}

/** The schema beneath what only says "may be absent", "may be null", "has a default" or "is transformed then". */
export function underlying(schema: core.$ZodType): core.$ZodType {
  if (
    schema instanceof core.$ZodOptional ||
    schema instanceof core.$ZodNullable ||
    schema instanceof core.$ZodDefault ||
    schema instanceof core.$ZodPrefault ||
    schema instanceof core.$ZodCatch ||
    schema instanceof core.$ZodReadonly
  ) {
    return underlying(schema._zod.def.innerType);
  }
  if (schema instanceof core.$ZodPipe) {
    const { in: from, out } = schema._zod.def;
    return underlying(from instanceof core.$ZodTransform ? out : from);
  }
  return schema;
}

/** Whether a field or an input may be absent. */
export function takesUndefined(parser: unknown): boolean {
  return parser instanceof core.$ZodType && core.safeParse(parser, undefined).success;
}
