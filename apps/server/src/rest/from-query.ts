import { z } from 'zod';
import type * as core from 'zod/v4/core';
import { underlying } from './input-schema.js';

/** Reads the values of one query parameter, in the order they were given. */
export type QueryReader = (texts: readonly string[]) => unknown;

const INTEGER = /^-?\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/**
 * Makes the reader of a query parameter with this schema. Only a text that is exactly an integer, a number, one of some numbers or a
 * boolean is converted. Any other stays a text, and a repeated scalar stays a list, so that the schema refuses it together with all
 * other invalid fields. Throws for a coercing schema.
 */
export function queryReader(schema: core.$ZodType): QueryReader {
  const type = underlying(schema);
  if (type instanceof z.ZodArray) {
    const item = textReader(type.def.element);
    return (texts) => texts.map(item);
  }
  const only = textReader(type);
  return ([first, ...more]) => (first === undefined || more.length > 0 ? [first, ...more] : only(first));
}

function textReader(schema: core.$ZodType): (text: string) => unknown {
  const type = underlying(schema);
  if (type instanceof z.ZodNumber) {
    refuseCoercion(type.def.coerce);
    const pattern = type.isInt ? INTEGER : DECIMAL;
    return (text) => (pattern.test(text) ? finiteNumber(text) : text);
  }
  if (type instanceof z.ZodBoolean) {
    refuseCoercion(type.def.coerce);
    return (text) => (text === 'true' || text === 'false' ? text === 'true' : text);
  }
  if (type instanceof z.ZodLiteral) {
    const numbers = [...type.values].filter((value) => typeof value === 'number');
    return (text) => numbers.find((number) => String(number) === text) ?? text;
  }
  return (text) => text;
}

/** A number that is too large for a double is read as the largest one: the schema decides about it like about any other. */
function finiteNumber(text: string): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number(text), Number.MAX_VALUE));
}

function refuseCoercion(coerce: boolean | undefined): void {
  if (coerce)
    throw new Error('A coercing schema accepts "0x10" and "1e3" as numbers; declare the plain type.');
}
