import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import * as core from 'zod/v4/core';

/** The input of a procedure, as far as the REST API has to know it. */
export interface InputSchema {
  /** The fields, or null for a procedure without input. */
  readonly shape: Readonly<Record<string, z.ZodType>> | null;
  /** Whether the input may be left out altogether. */
  readonly optional: boolean;
}

/** Reads the input parsers of a procedure; several make one object. Throws for an input that REST cannot express. */
export function inputSchemaOf(name: string, procedure: AnyTRPCProcedure): InputSchema {
  const parsers = procedure._def.inputs.filter((parser) => !(parser instanceof z.ZodVoid));
  const shapes = parsers.map((parser) => {
    const object = parser instanceof core.$ZodType ? underlying(parser) : parser;
    if (!(object instanceof z.ZodObject))
      throw new Error(`${name}: over REST, an input is a z.object() or nothing.`);
    return object.shape;
  });
  if (shapes.length === 0) return { shape: null, optional: true };
  return {
    shape: Object.assign({}, ...shapes),
    // It parses, and so makes the parser, which takes a moment for all operations together.
    get optional() {
      return parsers.every(takesUndefined);
    },
  };
}

/** The output schema of a procedure. Throws if there is none, because nothing would check what is sent. */
export function outputSchemaOf(name: string, procedure: AnyTRPCProcedure): z.ZodType {
  const output = 'output' in procedure._def ? procedure._def.output : undefined;
  if (!(output instanceof z.ZodType))
    throw new Error(`${name}: an operation of the REST API needs an .output().`);
  return output;
}

/** The schema inside wrappers that only make it optional, nullable, defaulted, read-only or transformed. */
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
