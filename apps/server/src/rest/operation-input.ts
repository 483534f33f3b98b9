import { invalidField } from '@palaver/core';
import type { z } from 'zod';
import { queryReader } from './from-query.js';
import { inputSchemaOf } from './input-schema.js';
import { type ProcedureOperation, readsBody } from './operation.js';
import { decodeParameter, inputName } from './path-template.js';

/** The parts of a request, besides its path, that the input is made from. */
export interface RequestContent {
  /** The JSON object of a POST, PUT or PATCH. It is modified: it becomes the input. */
  readonly body: Record<string, unknown>;
  /** The query string of a GET or DELETE. */
  readonly query: string;
}

/**
 * Turns the path parameters (still percent-encoded) and the body or the query string into a procedure's input. Throws
 * `MALFORMED_REQUEST` for a parameter with a malformed escape, and `INVALID_INPUT` for a body that contradicts the path.
 */
export type ReadInput = (parameters: Readonly<Record<string, string>>, content: RequestContent) => unknown;

/** Makes the reader of an operation's input. Throws for a path parameter that has no field in it. */
export function inputReader(operation: ProcedureOperation): ReadInput {
  const { name, procedure, template } = operation;
  const schema = inputSchemaOf(name, procedure);
  const { shape } = schema;
  if (shape === null) return () => undefined;
  const fields = template.parameters.map((parameter) => ({ parameter, field: inputName(parameter) }));
  const missing = fields.find(({ field }) => !(field in shape));
  if (missing) throw new Error(`${name}: no input field for {${missing.parameter}} of ${template.text}.`);

  const readQuery = queryFieldsReader(shape);
  return (parameters, { body, query }) => {
    const input = readsBody(operation) ? body : readQuery(query);
    for (const { parameter, field } of fields) {
      const value = decodeParameter(parameters[parameter] ?? '');
      refuseContradiction(field, input[field], value);
      input[field] = value;
    }
    return Object.keys(input).length === 0 && schema.optional ? undefined : input;
  };
}

/** Ids are compared without regard to case. */
function refuseContradiction(field: string, given: unknown, inPath: string): void {
  if (given == null || String(given).toLowerCase() === inPath.toLowerCase()) return;
  throw invalidField(field, 'is given by the path and cannot be another');
}

function queryFieldsReader(shape: Readonly<Record<string, z.ZodType>>) {
  const readers = Object.entries(shape).map(([field, schema]) => [field, queryReader(schema)] as const);
  return (query: string): Record<string, unknown> => {
    if (query === '') return {};
    const parameters = new URLSearchParams(query);
    return Object.fromEntries(
      readers.flatMap(([field, read]) => {
        const values = parameters.getAll(field);
        return values.length === 0 ? [] : [[field, read(values)]];
      }),
    );
  };
}
