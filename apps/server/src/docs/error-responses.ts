import { ERRORS, type ErrorCode, httpStatus } from '@palaver/core';
import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { inputSchemaOf } from '../rest/input-schema.js';
import { type Operation, type ProcedureOperation, readsBody } from '../rest/operation.js';
import { inputName } from '../rest/path-template.js';

type ResponseOrRef = oas31.ResponseObject | oas31.ReferenceObject;
type Responses = Record<string, oas31.ResponseObject>;

/**
 * The one error schema (docs/reference.md, Conventions); 429 alone has its own (section 7). It is not called `Error`, which
 * is a type of its own in most languages.
 */
export const errorSchemas: Record<string, oas31.SchemaObject> = {
  ApiError: {
    type: 'object',
    description: 'Every error but 429.',
    required: ['error', 'code'],
    properties: {
      error: { type: 'string', description: 'A sentence a person can act on.' },
      code: { $ref: '#/components/schemas/ErrorCode' },
      issues: {
        type: 'array',
        description: 'Which fields are to blame; with `INVALID_INPUT` only.',
        items: { $ref: '#/components/schemas/Issue' },
      },
    },
  },
  ErrorCode: { type: 'string', enum: Object.keys(ERRORS), description: 'What programs act on.' },
  Issue: {
    type: 'object',
    description: 'A field that is not valid.',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string', description: 'Where the field is, such as `members.0.id`.' },
      message: { type: 'string', description: 'What is wrong with it.' },
    },
  },
  RateLimited: {
    type: 'object',
    description: 'The answer to too many requests.',
    required: ['error'],
    properties: {
      error: { type: 'string', const: 'rate limit exceeded' },
      // Never sent (docs/reference.md, section 7). With it, generated clients may read `code` of any error.
      code: { $ref: '#/components/schemas/ErrorCode', description: 'Never present in this answer.' },
    },
  },
};

const rateLimited: oas31.ResponseObject = {
  description: 'Too many requests from this address; wait a second.',
  headers: {
    'Retry-After': { required: true, description: 'Seconds to wait.', schema: { type: 'integer', const: 1 } },
  },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/RateLimited' },
      example: { error: 'rate limit exceeded' },
    },
  },
};

/** The shared responses, by component name: 429, and each code that is the only one of its status in an operation. */
export function sharedResponses(operations: readonly Operation[]): Responses {
  const only = operations.flatMap((operation) =>
    [...codesByStatus(operation).values()].flatMap((codes) => (codes.length === 1 ? codes : [])),
  );
  const named = [...new Set(only)].map((code) => [componentName(code), responseOf([code])] as const);
  return { RateLimited: rateLimited, ...Object.fromEntries(named) };
}

/** Every error that an operation can answer with, by status. */
export function errorResponses(operation: Operation): Record<string, ResponseOrRef> {
  const responses = [...codesByStatus(operation)].map(([status, codes]) => {
    const [only] = codes;
    const shared = only !== undefined && codes.length === 1;
    return [status, shared ? reference(componentName(only)) : responseOf(codes)] as const;
  });
  // Only paths under /api are limited (docs/reference.md, section 8).
  const limited = operation.template.text.startsWith('/api/');
  return { ...Object.fromEntries(responses), ...(limited ? { 429: reference('RateLimited') } : {}) };
}

function codesByStatus(operation: Operation): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codesOf(operation))) {
    const status = httpStatus(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

const KEY_ERRORS = [
  'SCOPE_REQUIRED',
  'KEY_NOT_ALLOWED',
  'ACTING_USER_REQUIRED',
  'ACTING_USER_NOT_FOUND',
] as const;

function codesOf(operation: Operation): ErrorCode[] {
  const { signedIn, idempotent, errors } = operation.meta.rest;
  return [
    ...inputErrors(operation),
    'MALFORMED_REQUEST',
    ...(signedIn ? (['UNAUTHENTICATED', ...KEY_ERRORS] as const) : []),
    ...(idempotent ? (['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...errors,
    // The database may be restarting or overloaded.
    ...(operation.meta.openapi.tags?.includes('service') ? [] : (['BUSY'] as const)),
    'INTERNAL',
  ];
}

function inputErrors(operation: Operation): ErrorCode[] {
  if (operation.kind === 'express') return [];
  return [
    ...(canBeInvalid(operation) ? (['INVALID_INPUT'] as const) : []),
    ...(readsBody(operation)
      ? (['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      : []),
  ];
}

/**
 * Whether an input can be refused as invalid. An id in a path cannot: one that is no id is answered like an unknown id. In a
 * body, a field can have a wrong type or contradict the path.
 */
function canBeInvalid(operation: ProcedureOperation): boolean {
  const shape = inputSchemaOf(operation.name, operation.procedure).shape ?? {};
  if (readsBody(operation)) return Object.keys(shape).length > 0;
  const inPath = new Set(operation.template.parameters.map(inputName));
  return Object.entries(shape).some(([field, schema]) => !inPath.has(field) || !takesAnyText(schema));
}

function takesAnyText(schema: z.ZodType): boolean {
  return ['', '\0', 'text', '/'.repeat(10_000)].every((text) => schema.safeParse(text).success);
}

function responseOf(codes: readonly ErrorCode[]): oas31.ResponseObject {
  const [first] = codes;
  const status = first === undefined ? 500 : httpStatus(first);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n'),
    ...(status === 401 ? { headers: signInHeader } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/ApiError' }, { properties: { code: { enum: [...codes] } } }],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

const signInHeader: oas31.HeadersObject = {
  'WWW-Authenticate': {
    required: true,
    description: 'How to sign in.',
    schema: { type: 'string', const: 'Bearer' },
  },
};

function exampleOf(code: ErrorCode): object {
  const issues = [{ path: 'name', message: 'must have at least 2 characters' }];
  return { error: ERRORS[code][1], code, ...(code === 'INVALID_INPUT' ? { issues } : {}) };
}

function componentName(code: ErrorCode): string {
  return code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}

function reference(name: string): oas31.ReferenceObject {
  return { $ref: `#/components/responses/${name}` };
}
