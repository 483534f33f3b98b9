import { sampleOf } from '@palaver/core';
import type { oas31 } from 'zod-openapi';
import { mapped } from './mapped.js';

type Operation = oas31.OperationObject;
type Schema = Parameters<typeof sampleOf>[0];

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
  // The samples read the keywords that they know; a reference of the document names one of its schemas.
  const sample = (schema: unknown) =>
    sampleOf(schema as Schema, (ref) => schemas[ref.replace('#/components/schemas/', '')] as Schema);
  const exemplified = (content: oas31.ContentObject | undefined, given?: object) => {
    const json = content?.['application/json'];
    if (json?.schema === undefined || json.example !== undefined || json.examples !== undefined)
      return content;
    return { ...content, 'application/json': { ...json, example: given ?? sample(json.schema) } };
  };
  const withContent = <T extends object>(value: T, given?: object): T =>
    'content' in value && value.content !== undefined
      ? { ...value, content: exemplified(value.content as oas31.ContentObject, given) }
      : value;
  const ofOperation = (operation: Operation): Operation => ({
    ...operation,
    ...(operation.requestBody && {
      requestBody: withContent(operation.requestBody, BODIES[operation.operationId ?? '']),
    }),
    responses: mapped(operation.responses ?? {}, (response) => withContent(response)),
  });
  return { ...document, paths: mapped(document.paths ?? {}, (item) => mapped(item, ofOperation)) };
}
