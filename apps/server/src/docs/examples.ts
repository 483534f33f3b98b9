import { sampleOf } from '@palaver/core';
import type { oas31 } from 'zod-openapi';
import { mapped } from './mapped.js';

type Operation = oas31.OperationObject;

/** The bodies for which the fields' own samples do not fit together. */
const BODIES: Readonly<Record<string, object>> = {
  'auth.login': { username: 'alice', password: 'correct horse battery staple' },
  'auth.verify': { password: 'correct horse battery staple' },
  'auth.confirmTotp': { code: '123456' },
  'auth.exchange': { code: 'plvx_k3Xw9aQ2', secondFactor: { totp: '123456' } },
  'auth.social': { provider: 'example', redirectTo: 'https://chat.example.com/signed-in' },
};

/**
 * A document in which each JSON body and each JSON success has an example. They are made from the schemas, so that they
 * cannot differ from what is served.
 */
export function withExamples(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const exemplified = (content: oas31.ContentObject, given?: object): oas31.ContentObject => {
    const json = content['application/json'];
    if (json?.schema === undefined || json.example !== undefined || json.examples !== undefined)
      return content;
    return { ...content, 'application/json': { ...json, example: given ?? sampleOf(json.schema, schemas) } };
  };
  const withContent = <T extends oas31.RequestBodyObject | oas31.ResponseObject>(
    value: T | oas31.ReferenceObject,
    given?: object,
  ) =>
    '$ref' in value || value.content === undefined
      ? value
      : { ...value, content: exemplified(value.content, given) };
  const ofOperation = (operation: Operation): Operation => ({
    ...operation,
    ...(operation.requestBody && {
      requestBody: withContent(operation.requestBody, BODIES[operation.operationId ?? '']),
    }),
    responses: mapped(operation.responses ?? {}, (response) => withContent(response)),
  });
  return { ...document, paths: mapped(document.paths ?? {}, (item) => mapped(item, ofOperation)) };
}
