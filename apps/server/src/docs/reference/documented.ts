import type { oas31 } from 'zod-openapi';
import { nameOf, typeOf, typeOfNamed } from './types.js';

/** A field of a query or a body. */
export interface DocumentedField {
  readonly name: string;
  readonly isNeeded: boolean;
  /** As the pages write it, with its bounds. */
  readonly type: string;
  readonly meaning: string;
}

/** An operation as the OpenAPI document describes it, for the pages of the reference. */
export interface DocumentedOperation {
  readonly id: string;
  /** `GET /api/servers`. */
  readonly operation: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly needsToken: boolean;
  readonly takesKey: boolean;
  readonly fields: readonly DocumentedField[];
  /** The answers that are no errors, the first one first. */
  readonly answers: readonly Answer[];
  readonly codes: readonly string[];
}

export interface Answer {
  readonly status: number;
  /** Its record, or what else it is. */
  readonly text: string;
}

const KEY = '#/components/parameters/IdempotencyKey';

/** Every operation of a document, in its order. */
export function operationsOf({ paths = {}, components = {} }: oas31.OpenAPIObject): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]: [string, oas31.OperationObject]): DocumentedOperation => {
      const { operationId = '', summary = '', description = '', parameters = [], security = [] } = operation;
      const responses = Object.entries(operation.responses ?? {}).map(
        ([status, response]) => [Number(status), resolved(response, components.responses)] as const,
      );
      return {
        id: operationId,
        operation: `${method.toUpperCase()} ${path}`,
        path,
        summary,
        description,
        needsToken: security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),
        takesKey: parameters.some((parameter) => '$ref' in parameter && parameter.$ref === KEY),
        fields: [...inQuery(parameters, components), ...inBody(operation, components)],
        answers: responses
          .filter(([status]) => status < 400)
          .map(([status, response]) => ({ status, text: answerOf(response, components) })),
        codes: responses.flatMap(([, response]) => codesOf(response)),
      };
    }),
  );
}

function resolved(
  response: oas31.ResponseObject | oas31.ReferenceObject,
  shared: oas31.ComponentsObject['responses'] = {},
): oas31.ResponseObject {
  const found = '$ref' in response ? shared[nameOf(response.$ref)] : response;
  if (found === undefined || '$ref' in found) throw new Error('The document lacks a shared response.');
  return found;
}

function inQuery(
  parameters: NonNullable<oas31.OperationObject['parameters']>,
  { schemas = {} }: oas31.ComponentsObject,
): DocumentedField[] {
  return parameters.flatMap((parameter) => {
    if ('$ref' in parameter || parameter.in !== 'query') return [];
    const { name, required = false, description = '', schema = {} } = parameter;
    return [{ name, isNeeded: required, type: typeOf(schema, schemas), meaning: description }];
  });
}

function inBody(
  { requestBody }: oas31.OperationObject,
  { schemas = {} }: oas31.ComponentsObject,
): DocumentedField[] {
  if (requestBody === undefined || '$ref' in requestBody) return [];
  const [{ schema: found = {} } = {}] = Object.values(requestBody.content);
  const schema = '$ref' in found ? schemas[nameOf(found.$ref)] : found;
  if (schema === undefined || !('properties' in schema)) return [];
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    isNeeded: required.includes(name),
    type: typeOf(field, schemas),
    meaning: field.description ?? '',
  }));
}

function answerOf(
  { content = {}, description = '' }: oas31.ResponseObject,
  { schemas = {} }: oas31.ComponentsObject,
): string {
  const schema = content['application/json']?.schema;
  const named = schema && '$ref' in schema ? nameOf(schema.$ref) : '';
  const [, record, list] = /^(\w+?)(List)?Response$/.exec(named) ?? [];
  if (record === undefined) return description;
  return `${list ? 'array of ' : ''}${typeOfNamed(record, schemas)}`;
}

/** What error-responses.ts writes: the one error schema, and the codes that the operation answers with. */
function codesOf({ content = {} }: oas31.ResponseObject): string[] {
  const schema = content['application/json']?.schema;
  if (schema === undefined || '$ref' in schema) return [];
  return (schema.allOf ?? []).flatMap((part) => {
    const code = 'properties' in part ? part.properties?.code : undefined;
    return code && 'enum' in code ? (code.enum ?? []).map(String) : [];
  });
}
