import { z } from 'zod';
import { type InputSchema, inputSchemaOf, outputSchemaOf, takesUndefined } from '../rest/input-schema.js';
import type { ProcedureOperation } from '../rest/operation.js';
import { inputName } from '../rest/path-template.js';

/** The parts of an operation that trpc-to-openapi reads. */
export interface DescribedSchemas {
  readonly inputs: z.ZodType[];
  readonly output: z.ZodType;
  readonly openapi: ProcedureOperation['meta']['openapi'];
}

/** The schemas of an operation for the document, with the parameter names of the REST API. */
export function describedSchemas(operation: ProcedureOperation): DescribedSchemas {
  const { name, procedure, meta } = operation;
  const output = z.object({ data: outputSchemaOf(name, procedure) });
  // error-responses.ts writes the errors; an empty list stops the library from adding its own.
  const openapi = { ...meta.openapi, operationId: name, errorResponses: [] };
  return { inputs: describedInputs(operation, inputSchemaOf(name, procedure)), output, openapi };
}

function describedInputs({ template }: ProcedureOperation, { shape, optional }: InputSchema): z.ZodType[] {
  if (shape === null) return [];
  const parameterOf = new Map(template.parameters.map((parameter) => [inputName(parameter), parameter]));
  const fields = Object.entries(shape).map(
    ([field, schema]) => [parameterOf.get(field) ?? field, withDescriptionInside(schema)] as const,
  );
  const rest = Object.entries(shape).filter(([field]) => !parameterOf.has(field));
  const object = z.object(Object.fromEntries(fields));
  const isOptional = optional || rest.every(([, schema]) => takesUndefined(schema));
  return [isOptional ? object.optional() : object];
}

/** The library unwraps an optional parameter, which would lose the description of the wrapper. */
function withDescriptionInside(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodOptional)) return schema;
  const inner = schema.unwrap();
  const meta = schema.meta();
  return inner instanceof z.ZodType && meta !== undefined ? inner.meta(meta).optional() : schema;
}
