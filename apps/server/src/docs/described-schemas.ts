import { z } from 'zod';
import { type InputSchema, inputSchemaOf, outputSchemaOf, takesUndefined } from '../rest/input-schema.js';
import type { ProcedureOperation } from '../rest/operation.js';
import { inputName } from '../rest/path-template.js';

/** What trpc-to-openapi is shown of an operation. */
export interface DescribedSchemas {
  readonly inputs: z.ZodType[];
  readonly output: z.ZodType;
  readonly openapi: ProcedureOperation['meta']['openapi'];
}

/** What the document shows of an operation: its real schemas, under the names of the REST face. */
export function describedSchemas(operation: ProcedureOperation): DescribedSchemas {
  const { name, procedure, meta } = operation;
  const output = z.object({ data: outputSchemaOf(name, procedure) });
  // Errors are written from our registry; an empty list keeps the library's own out.
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
  const nothingNeeded = optional || rest.every(([, schema]) => takesUndefined(schema));
  // So that the document says that the body may be left out.
  return [nothingNeeded ? object.optional() : object];
}

/** The library unwraps an optional parameter, and what was said of it would go with the wrapper. */
function withDescriptionInside(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodOptional)) return schema;
  const inner = schema.unwrap();
  const meta = schema.meta();
  return inner instanceof z.ZodType && meta !== undefined ? inner.meta(meta).optional() : schema;
}
