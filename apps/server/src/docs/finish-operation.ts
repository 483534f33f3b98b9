import type { oas31 } from 'zod-openapi';
import type { Operation } from '../rest/operation.js';
import { withRequestId } from './common-headers.js';
import { errorResponses } from './error-responses.js';

/** Adds to a generated operation what the generator does not know: its statuses, errors, security and headers. */
export function finishOperation(
  operation: Operation,
  generated: oas31.OperationObject,
): oas31.OperationObject {
  const { summary, description, parameters, requestBody } = generated;
  const { signedIn, idempotent, scope } = operation.meta.rest;
  const allParameters = [
    ...(parameters ?? []).map(describedParameter),
    ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: operation.name,
    ...(summary === undefined ? {} : { summary }),
    description: description ?? `${summary ?? operation.name}.`,
    tags: generated.tags ?? [],
    security: securityOf(signedIn),
    ...(signedIn ? { 'x-scope': scope } : {}),
    ...(allParameters.length > 0 ? { parameters: allParameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    // An operation that answers in the words of others documents them itself.
    responses: withRequestId({ ...errorResponses(operation), ...successResponses(operation, generated) }),
    ...(operation.kind === 'procedure' ? { 'x-procedure': operation.procedure._def.type } : {}),
  };
}

/** An empty requirement stands for a call without a token. */
function securityOf(signedIn: boolean | 'optional'): oas31.SecurityRequirementObject[] {
  const byToken = { bearer: [] };
  if (signedIn === 'optional') return [{}, byToken];
  return signedIn ? [byToken] : [];
}

function successResponses(operation: Operation, generated: oas31.OperationObject): oas31.ResponsesObject {
  const { status, idempotent, snapshot, redirect } = operation.meta.rest;
  const headers = { ...(idempotent ? replayedHeader : {}), ...(snapshot ? streamSeqHeader : {}) };
  const documented = Object.keys(headers).length > 0 ? { headers } : {};
  if (operation.kind === 'express') return withHeaders(generated.responses ?? {}, status, documented);
  const response = {
    ...generated.responses?.['200'],
    description: status === 201 ? 'Created.' : 'Done.',
    ...documented,
  };
  return {
    ...(redirect === 'always' ? {} : { [status]: response }),
    ...(redirect === undefined ? {} : { 302: redirectResponse }),
  };
}

function withHeaders(
  responses: oas31.ResponsesObject,
  status: number,
  documented: { headers?: oas31.HeadersObject },
): oas31.ResponsesObject {
  const response = responses[status];
  return response === undefined ? responses : { ...responses, [status]: { ...response, ...documented } };
}

const redirectResponse: oas31.ResponseObject = {
  description: 'A redirect of the browser.',
  headers: {
    Location: { required: true, description: 'Where to go.', schema: { type: 'string', format: 'uri' } },
  },
};

const replayedHeader: oas31.HeadersObject = {
  'Idempotent-Replayed': {
    description: 'Present when this is the first answer again.',
    schema: { type: 'string', const: 'true' },
  },
};

const streamSeqHeader: oas31.HeadersObject = {
  'Stream-Seq': {
    description:
      'The positions in the event streams that the answer is consistent with; the events after them bring it up to date.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9a-f-]{36}=\\d+(, [0-9a-f-]{36}=\\d+)*$' },
    example: '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44=1042',
  },
};

/** Tools show the description and the example of a parameter; the generator writes them in the schema alone. */
function describedParameter(
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
): oas31.ParameterObject | oas31.ReferenceObject {
  if (!('in' in parameter) || parameter.schema === undefined || '$ref' in parameter.schema) return parameter;
  const { description, example, ...schema } = withoutNull(parameter.schema);
  const found = parameter.description ?? description;
  return {
    ...parameter,
    schema,
    ...(found === undefined ? {} : { description: found }),
    ...(example === undefined ? {} : { example }),
  };
}

/** A query string has no null, which an optional field takes in a body. */
function withoutNull(schema: oas31.SchemaObject): oas31.SchemaObject {
  const { anyOf, ...rest } = schema;
  const kept = anyOf?.filter((option) => !('type' in option && option.type === 'null')) ?? [];
  const [only] = kept;
  if (only !== undefined && kept.length === 1) return { ...only, ...rest };
  if (!Array.isArray(schema.type)) return schema;
  const [type, ...more] = schema.type.filter((name) => name !== 'null');
  return type === undefined || more.length > 0 ? schema : { ...schema, type };
}
