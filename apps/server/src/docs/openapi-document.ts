import { type Limits, SCOPES, TAGS } from '@palaver/core';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import type { oas31 } from 'zod-openapi';
import type { ExpressOperation, Operation, ProcedureOperation } from '../rest/operation.js';
import { commonHeaders, withRequestId } from './common-headers.js';
import { documentedRouter } from './documented-router.js';
import { dropDoubleBounds } from './double-bounds.js';
import { errorSchemas, sharedResponses } from './error-responses.js';
import { withExamples } from './examples.js';
import { expressPaths } from './express-paths.js';
import { finishOperation } from './finish-operation.js';
import { INTRODUCTION } from './introduction.js';
import { withLimits } from './limits.js';
import { withNamedSchemas } from './named-schemas.js';
import { withNullInType } from './nullable-types.js';

/** The address, the version and the limits of the documented service. */
export interface ServiceInfo {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly version: string;
  readonly limits: Limits;
}

const ALL_TAGS: Readonly<Record<string, string>> = { ...TAGS, service: 'About the service itself.' };

/** Makes the OpenAPI 3.1 document of the REST API from the operations that are served. */
export function createDocument(operations: readonly Operation[], info: ServiceInfo): oas31.OpenAPIObject {
  const documented = operations.filter(
    (operation) => operation.kind === 'procedure' || operation.docs !== null,
  );
  const raw = generateOpenApiDocument(documentedRouter(documented.filter(isProcedure)), {
    title: 'Palaver',
    description: INTRODUCTION,
    version: info.version,
    baseUrl: info.publicUrl,
    openApiVersion: '3.1.0',
    contact: { name: 'Palaver', url: `${info.publicUrl}/api/docs` },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    paths: expressPaths(documented.filter(isExpress)),
  });
  // The library and zod-openapi have two copies of the same types.
  return withLimits(finish(raw as oas31.OpenAPIObject, documented), info.limits);
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

function finish(document: oas31.OpenAPIObject, operations: readonly Operation[]): oas31.OpenAPIObject {
  const paths: oas31.PathsObject = {};
  for (const operation of [...operations].sort(byTagThenPath)) {
    const { text } = operation.template;
    const method = METHODS.find((name) => name === operation.method.toLowerCase());
    const generated = method && document.paths?.[text]?.[method];
    if (method === undefined || generated === undefined)
      throw new Error(`${operation.name} is missing in the generated document.`);
    paths[text] = { ...paths[text], [method]: finishOperation(operation, generated) };
  }
  const finished = dropDoubleBounds({
    ...document,
    tags: usedTags(operations).map((name) => ({ name, description: ALL_TAGS[name] ?? name })),
    paths,
    components: {
      schemas: { ...errorSchemas, ...document.components?.schemas },
      responses: withRequestId(sharedResponses(operations)),
      headers: commonHeaders,
      parameters: operations.some(({ meta }) => meta.rest.idempotent)
        ? { IdempotencyKey: idempotencyKey }
        : {},
      securitySchemes: { bearer },
    },
  });
  return withExamples(withNamedSchemas(withNullInType(finished)));
}

const bearer: oas31.SecuritySchemeObject = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A session token from `POST /api/auth/login` or `/api/auth/register`, the token of a bot, or an API key from ' +
    '`POST /api/admin/keys`. A key acts for the person whom the header `Palaver-User` names, as `<id>` or ' +
    '`external:<externalId>`; without it, it may call operations of `admin` alone. `x-scope` of an operation is the scope that ' +
    `a key needs, null where no key may call it. The scopes: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
};

const idempotencyKey: oas31.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes a retry safe: the same request with the same key gets the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
};

function usedTags(operations: readonly Operation[]): string[] {
  const used = new Set(operations.flatMap(({ meta }) => meta.openapi.tags ?? []));
  return Object.keys(ALL_TAGS).filter((tag) => used.has(tag));
}

function byTagThenPath(a: Operation, b: Operation): number {
  const order = Object.keys(ALL_TAGS);
  const rank = ({ meta }: Operation) => order.indexOf(meta.openapi.tags?.[0] ?? '');
  return rank(a) - rank(b) || (a.template.text < b.template.text ? -1 : 1);
}

function isProcedure(operation: Operation): operation is ProcedureOperation {
  return operation.kind === 'procedure';
}

function isExpress(operation: Operation): operation is ExpressOperation {
  return operation.kind === 'express';
}
