import type { oas31 } from 'zod-openapi';
import { mapped } from './mapped.js';

type Schemas = Record<string, Schema>;
type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Content = oas31.ContentObject | undefined;

const REFERENCE = '#/components/schemas/';

/**
 * A document in which the bodies of requests and successes are named schemas. Generators of code make types of them, and
 * would number the types of schemas without a name (`InlineObject17`).
 *
 * A request is named after its operation (`MessagesSendRequest`), a success after what it holds (`MessageResponse`,
 * `MessageListResponse`), so that operations share it.
 */
export function withNamedSchemas(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const named: Schemas = {};
  const name = (content: Content, nameOf: (schema: Schema) => string | null): Content =>
    content && mapped(content, (media) => ({ ...media, ...reference(named, media.schema, nameOf) }));
  const ofOperation = (operation: oas31.OperationObject): oas31.OperationObject => ({
    ...operation,
    ...namedBody(operation, name),
    responses: mapped(operation.responses ?? {}, (response) =>
      response.content ? { ...response, content: name(response.content, successName) } : response,
    ),
  });
  const paths = mapped(document.paths ?? {}, (item) => mapped(item, ofOperation));
  const schemas = { ...document.components?.schemas, ...named };
  return { ...document, paths, components: { ...document.components, schemas } };
}

type NameContent = (content: Content, nameOf: (schema: Schema) => string | null) => Content;

function namedBody({ operationId = '', requestBody }: oas31.OperationObject, name: NameContent) {
  if (requestBody === undefined || !('content' in requestBody)) return {};
  const content = name(requestBody.content, () => `${pascalCase(operationId)}Request`);
  return { requestBody: { ...requestBody, ...(content && { content }) } };
}

/** The reference that takes the place of a schema, which is added to `named`; nothing for one that has no name. */
function reference(named: Schemas, schema: Schema | undefined, nameOf: (schema: Schema) => string | null) {
  if (schema === undefined || '$ref' in schema) return {};
  const found = nameOf(schema);
  if (found === null) return {};
  const other = named[found];
  if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema)) {
    throw new Error(`Two different schemas would be named ${found}.`);
  }
  named[found] = schema;
  return { schema: { $ref: REFERENCE + found } };
}

/** The name of `{data: X}` and of `{data: [X]}` where X is a named schema. */
function successName(schema: Schema): string | null {
  const data = 'properties' in schema ? schema.properties?.data : undefined;
  if (data === undefined) return null;
  if (data.$ref !== undefined) return `${entityName(data.$ref)}Response`;
  const items = 'items' in data ? data.items : undefined;
  return items?.$ref === undefined ? null : `${entityName(items.$ref)}ListResponse`;
}

function entityName(ref: string): string {
  return ref.replace(REFERENCE, '');
}

/** `messages.send` is `MessagesSend`. */
function pascalCase(operationId: string): string {
  return operationId
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
