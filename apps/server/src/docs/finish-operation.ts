import type { oas31 } from 'zod-openapi';
import type { Operation } from '../rest/operation.js';
import { errorResponses } from './error-responses.js';

/** Puts into a generated operation what the generator does not know: true statuses, errors, security, headers. */
export function finishOperation(
  operation: Operation,
  generated: oas31.OperationObject,
): oas31.OperationObject {
  const { summary, description, parameters, requestBody } = generated;
  const { signedIn, idempotent } = operation.meta.rest;
  const allParameters = [
    ...(parameters ?? []).map(describedParameter),
    ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: operation.name,
    ...(summary === undefined ? {} : { summary }),
    description: description ?? `${summary ?? operation.name}.`,
    tags: generated.tags ?? [],
    security: signedIn ? [{ bearer: [] }] : [],
    ...(allParameters.length > 0 ? { parameters: allParameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successResponses(operation, generated), ...errorResponses(operation) },
  };
}

function successResponses(operation: Operation, generated: oas31.OperationObject): oas31.ResponsesObject {
  if (operation.kind === 'express') return generated.responses ?? {};
  const { status, idempotent } = operation.meta.rest;
  const response = {
    ...generated.responses?.['200'],
    description: status === 201 ? 'Created.' : 'Done.',
    ...(idempotent ? { headers: replayedHeader } : {}),
  };
  return { [status]: response };
}

const replayedHeader: oas31.HeadersObject = {
  'Idempotent-Replayed': {
    description: 'Present when this is the first answer again.',
    schema: { type: 'string', const: 'true' },
  },
};

/** A parameter's own description is what readers and tools show; the generator leaves it in the schema. */
function describedParameter(
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
): oas31.ParameterObject | oas31.ReferenceObject {
  if (!('in' in parameter)) return parameter;
  const { schema, description } = parameter;
  const said = description ?? (schema && 'description' in schema ? schema.description : undefined);
  return said === undefined ? parameter : { ...parameter, description: said };
}
