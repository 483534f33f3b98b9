import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { ExpressOperation } from '../rest/operation.js';

/** The path items of the operations that Express answers; the generator merges them into the document. */
export function expressPaths(operations: readonly ExpressOperation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const { text } = operation.template;
    paths[text] = { ...paths[text], [operation.method.toLowerCase()]: pathItemOf(operation) };
  }
  return paths;
}

function pathItemOf({ name, template, meta, docs }: ExpressOperation): ZodOpenApiOperationObject {
  const { summary, description, tags } = meta.openapi;
  const path = z.object(Object.fromEntries(template.parameters.map((parameter) => [parameter, z.string()])));
  return {
    operationId: name,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    requestParams: {
      ...(template.parameters.length > 0 ? { path } : {}),
      ...(docs?.query ? { query: docs.query } : {}),
      ...(docs?.headers ? { header: docs.headers } : {}),
    },
    ...(docs?.requestBody ? { requestBody: docs.requestBody } : {}),
    responses: docs?.responses ?? {},
  };
}
