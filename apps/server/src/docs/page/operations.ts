import type { oas31 } from 'zod-openapi';
import type { Json, Operation, OperationBody } from '../../../page/src/operation.js';

/** An operation with what the document says of it. */
export interface DocumentedOperation extends Operation {
  readonly documented: oas31.OperationObject;
  readonly parameters: readonly oas31.ParameterObject[];
}

/** The operations of a document, in its order. */
export function operationsOf(document: oas31.OpenAPIObject): DocumentedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    // The document is our own (openapi-document.ts): the keys of an item are methods, in lower case.
    Object.entries(item).map(([method, documented]: [string, oas31.OperationObject]) => ({
      id: documented.operationId ?? '',
      method: method.toUpperCase(),
      path,
      pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      body: bodyOf(document, documented),
      signedIn: needsToken(documented),
      procedure: procedureOf(documented),
      answer: answerOf(document, documented),
      documented,
      parameters: (documented.parameters ?? []).map((parameter) => resolved(document, parameter)),
    })),
  );
}

/** An empty requirement stands for a call without a token. */
function needsToken({ security = [] }: oas31.OperationObject): boolean {
  return security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
}

function bodyOf(document: oas31.OpenAPIObject, { requestBody }: oas31.OperationObject): OperationBody | null {
  if (requestBody === undefined || !('content' in requestBody)) return null;
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content;
  // examples.ts gives each JSON body an example, which is JSON.
  if (json !== undefined) return { kind: 'json', example: json.example as Json };
  const [field] = Object.keys(schemaOf(document, form?.schema)?.properties ?? {});
  return field === undefined ? null : { kind: 'file', field };
}

function procedureOf(documented: oas31.OperationObject): Operation['procedure'] {
  const type: unknown = documented['x-procedure'];
  return type === 'query' || type === 'mutation' ? type : null;
}

function answerOf(document: oas31.OpenAPIObject, { responses }: oas31.OperationObject): Operation['answer'] {
  const success = Object.entries(responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  const media =
    success !== undefined && 'content' in success ? success.content?.['application/json'] : undefined;
  if (media === undefined) return 'bytes';
  return schemaOf(document, media.schema)?.properties?.data === undefined ? 'json' : 'data';
}

/** A schema, or the one that it refers to. */
export function schemaOf(
  document: oas31.OpenAPIObject,
  schema: oas31.SchemaObject | oas31.ReferenceObject | undefined,
): oas31.SchemaObject | undefined {
  if (schema === undefined || !('$ref' in schema)) return schema;
  const found = document.components?.schemas?.[String(schema.$ref).replace('#/components/schemas/', '')];
  return found === undefined || '$ref' in found ? undefined : found;
}

function resolved(
  document: oas31.OpenAPIObject,
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
): oas31.ParameterObject {
  if (!('$ref' in parameter)) return parameter;
  const found = document.components?.parameters?.[parameter.$ref.replace('#/components/parameters/', '')];
  if (found === undefined || '$ref' in found) throw new Error(`${parameter.$ref} is not in the document.`);
  return found;
}
