import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { ExpressOperation, ExtraDocs } from '../rest/operation.js';
import type { PathTemplate } from '../rest/path-template.js';

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
  return {
    operationId: name,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    requestParams: {
      ...(template.parameters.length > 0 ? { path: parametersOf(template, docs) } : {}),
      ...(docs?.query ? { query: docs.query } : {}),
      ...(docs?.headers ? { header: docs.headers } : {}),
    },
    ...(docs?.requestBody ? { requestBody: docs.requestBody } : {}),
    responses: docs?.responses ?? {},
  };
}

/** Throws for a parameter of the path that has no documentation. */
function parametersOf({ text, parameters }: PathTemplate, docs: ExtraDocs | null): z.ZodObject {
  const undocumented = parameters.find((parameter) => docs?.path?.shape[parameter] === undefined);
  if (docs?.path === undefined || undocumented !== undefined) {
    throw new Error(`The parameter ${undocumented} of ${text} is not documented.`);
  }
  return docs.path;
}
