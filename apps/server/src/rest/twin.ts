import { type Context, publicError } from '@palaver/core';
import { type AnyTRPCProcedure, initTRPC, type TRPCDefaultErrorShape, type TRPCError } from '@trpc/server';
import { z } from 'zod';
import { queryReader } from './from-query.js';
import { inputSchemaOf } from './input-schema.js';
import type { ProcedureOperation } from './operation.js';
import { decodeParameter, inputName } from './path-template.js';

type Call = Parameters<AnyTRPCProcedure>[0];

const t = initTRPC
  .context<Context>()
  .meta<Record<string, unknown>>()
  .create({ isDev: false, errorFormatter: restErrorShape });

/** What trpc-to-openapi is shown of an operation. */
export interface ShownSchemas {
  readonly inputs: z.ZodType[];
  readonly output: z.ZodType;
  readonly openapi: ProcedureOperation['meta']['openapi'];
}

/**
 * The twin of the application's router that trpc-to-openapi serves (architecture.md, "The faces"): each operation
 * calls its procedure, so that middlewares, validation and output checks run there and once, and wraps the answer.
 *
 * To serve, the library is shown string parameters only: it sets `coerce` on every schema it sees, and the shared
 * ones would coerce on the native face from then on. The document is made of a twin that `show`s the real ones.
 */
export function createTwin(operations: readonly ProcedureOperation[], show = plainStrings) {
  // Flat names keep the order of the operations, which is the order the library tries them in.
  return t.router(
    Object.fromEntries(operations.map((operation) => [operation.name, twinProcedure(operation, show)])),
  );
}

function plainStrings({ template, meta }: ProcedureOperation): ShownSchemas {
  const parameters = z.object(Object.fromEntries(template.parameters.map((name) => [name, z.string()])));
  return { inputs: [parameters], output: z.object({ data: z.unknown() }), openapi: meta.openapi };
}

function twinProcedure(operation: ProcedureOperation, show: typeof plainStrings): AnyTRPCProcedure {
  const { procedure, meta } = operation;
  const readInput = inputReader(operation);
  const call = async (options: Call) => {
    const getRawInput = async () => readInput(await options.getRawInput());
    const data: unknown = await procedure({ ...options, getRawInput });
    return { data: data ?? null };
  };
  const { inputs, output, openapi } = show(operation);
  const _def = { ...procedure._def, inputs, output, meta: { ...meta, openapi } };
  // A procedure is a function with its definition; the twin is of the same kind as the procedure it was made of.
  return Object.assign(call, { _def, meta: _def.meta }) as AnyTRPCProcedure;
}

/** Turns what the library hands over (body or query string, and path parameters) into the procedure's input. */
function inputReader(operation: ProcedureOperation): (raw: unknown) => unknown {
  const { name, procedure, method, template } = operation;
  const { shape, optional } = inputSchemaOf(name, procedure);
  if (shape === null) return () => undefined;
  const missing = template.parameters.find((parameter) => !(inputName(parameter) in shape));
  if (missing !== undefined) throw new Error(`${name}: no input field for {${missing}} of ${template.text}.`);

  const hasBody = method !== 'GET' && method !== 'DELETE';
  const readQuery = queryFieldsReader(shape);
  return (raw) => {
    const given: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {};
    const path = Object.fromEntries(
      template.parameters.map((parameter) => [
        inputName(parameter),
        decodeParameter(String(given[parameter])),
      ]),
    );
    for (const parameter of template.parameters) delete given[parameter];
    const input = { ...(hasBody ? given : readQuery(given)), ...path };
    return optional && Object.keys(input).length === 0 ? undefined : input;
  };
}

function queryFieldsReader(shape: Readonly<Record<string, z.ZodType>>) {
  const readers = Object.entries(shape).map(([field, schema]) => [field, queryReader(schema)] as const);
  return (given: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      readers.flatMap(([field, read]) => {
        const values = Object.hasOwn(given, field) ? [given[field]].flat().map(String) : [];
        return values.length === 0 ? [] : [[field, read(values)]];
      }),
    );
}

/**
 * The library spreads the error shape into a body of its own making and sends it as JSON; the shape's `toJSON`
 * comes along and decides what leaves.
 */
function restErrorShape({ shape, error }: { shape: TRPCDefaultErrorShape; error: TRPCError }) {
  return { ...shape, toJSON: () => publicError(error) };
}
