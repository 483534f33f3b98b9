import type { oas31 } from 'zod-openapi';
import type { Operation } from '../../../page/src/operation.js';
import { type Html, html } from './html.js';
import { inlineMarkdown, markdown } from './markdown.js';
import { type DocumentedOperation, schemaOf } from './operations.js';
import { fieldList, fieldRow, recordName, type Schema, typeOf } from './schemas.js';

/** The section of an operation: what it does on the left, code and the form to try it on the right. */
export function operationView(operation: DocumentedOperation, document: oas31.OpenAPIObject): Html {
  const { id, method, path, documented, signedIn } = operation;
  return html`<article class="operation" id="${id}" data-operation="${JSON.stringify(callable(operation))}">
    <div class="about">
      <h3><a href="#${id}">${documented.summary ?? id}</a></h3>
      <p class="target"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>
      ${markdown(documented.description ?? '')}
      <p class="facts">${signedIn ? 'Needs a token.' : 'Needs no token.'}${operation.procedure === null ? null : html` Procedure <code>${id}</code>.`}</p>
      ${parametersView(operation)}
      ${bodyView(documented, document)}
      ${answersView(documented, document)}
    </div>
    <div class="try">
      <div class="panel samples" data-samples></div>
      ${formView(operation)}
      ${exampleView(documented)}
    </div>
  </article>`;
}

/** What the script of the page needs of an operation. */
function callable({
  id,
  method,
  path,
  pathParameters,
  body,
  signedIn,
  procedure,
  answer,
}: DocumentedOperation): Operation {
  return { id, method, path, pathParameters, body, signedIn, procedure, answer };
}

/** A path that may wrap before its slashes. */
function breakable(path: string): Html {
  return html`${path.split('/').map((segment, n) => (n === 0 ? segment : html`<wbr>/${segment}`))}`;
}

function parametersView({ parameters }: DocumentedOperation): Html | null {
  if (parameters.length === 0) return null;
  const rows = parameters.map(({ name, in: place, required, schema, description }) =>
    fieldRow(name, schema ?? {}, { isRequired: required === true, description, place }),
  );
  return html`<h4>Parameters</h4><ul class="fields">${rows}</ul>`;
}

function bodyView({ requestBody }: oas31.OperationObject, document: oas31.OpenAPIObject): Html | null {
  if (requestBody === undefined || !('content' in requestBody)) return null;
  return html`${Object.entries(requestBody.content).map(
    ([type, { schema }]) =>
      html`<h4>Body <span class="type">${type}</span></h4>${schema === undefined ? null : fieldList(schemaOf(document, schema) ?? {})}`,
  )}`;
}

function answersView({ responses }: oas31.OperationObject, document: oas31.OpenAPIObject): Html {
  const all = Object.entries(responses ?? {}).map(([status, response]) => ({
    status,
    response: resolvedResponse(response, document),
  }));
  const isSuccess = ({ status }: { status: string }) => Number(status) < 400;
  const errors = all.filter((one) => !isSuccess(one));
  const statuses = errors.map(({ status }) => status).join(', ');
  return html`<h4>Answers</h4>
    ${all.filter(isSuccess).map(({ status, response }) => successView(status, response, document))}
    <details class="answer"><summary>Errors <span class="status error">${statuses}</span></summary>
      <dl class="errors">${errors.map(({ status, response }) => html`<div><dt>${status}</dt><dd>${markdown(response.description ?? '')}</dd></div>`)}</dl>
    </details>`;
}

function successView(status: string, response: oas31.ResponseObject, document: oas31.OpenAPIObject): Html {
  const schema = schemaOf(document, response.content?.['application/json']?.schema);
  const data = schema !== undefined && 'properties' in schema ? schema.properties?.data : undefined;
  const headers = Object.entries(response.headers ?? {}).filter(([name]) => name !== 'X-Request-Id');
  const shown = data ?? schema;
  const fields = shown === undefined ? null : fieldsOf(shown, document);
  const rows = headers.map(([name, header]) =>
    '$ref' in header
      ? null
      : fieldRow(name, header.schema ?? {}, {
          isRequired: header.required === true,
          description: header.description,
          place: 'header',
        }),
  );
  const type =
    shown === undefined
      ? null
      : html` <span class="type">${data === undefined ? null : 'data: '}${typeOf(shown)}</span>`;
  return html`<div class="answer"><span class="status">${status}</span> ${response.description}${type}
    ${fields === null && rows.length === 0 ? null : html`<details><summary>Fields${rows.length === 0 ? null : ' and headers'}</summary>${fields}${rows.length === 0 ? null : html`<ul class="fields">${rows}</ul>`}</details>`}
  </div>`;
}

/** The fields of a schema; for a record or a list of records, those of the record. */
function fieldsOf(schema: Schema, document: oas31.OpenAPIObject): Html | null {
  const inner = !('$ref' in schema) && schema.type === 'array' ? schema.items : schema;
  const name = inner === undefined ? null : recordName(inner);
  const record = name === null ? inner : document.components?.schemas?.[name];
  return record === undefined ? null : fieldList(record);
}

function resolvedResponse(
  response: oas31.ResponseObject | oas31.ReferenceObject,
  document: oas31.OpenAPIObject,
): oas31.ResponseObject {
  if (!('$ref' in response)) return response;
  const found = document.components?.responses?.[response.$ref.replace('#/components/responses/', '')];
  if (found === undefined || '$ref' in found) throw new Error(`${response.$ref} is not in the document.`);
  return found;
}

function formView({ id, parameters, body, documented }: DocumentedOperation): Html {
  const inputs = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, in: place, required }) => {
      const input = `${id}-${name}`;
      return html`<label for="${input}">${name}${required ? null : html` <span class="type">optional</span>`}</label>
        <input id="${input}" name="${name}" data-in="${place}" autocomplete="off" spellcheck="false">`;
    });
  return html`<details class="panel form"><summary>Try it</summary>
    <form>
      <p class="note" data-note hidden></p>
      ${inputs}
      ${body?.kind === 'json' ? html`<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" data-in="body" spellcheck="false" rows="4"></textarea>` : null}
      ${body?.kind === 'file' ? html`<label for="${id}-file">${body.field}</label><p class="file" data-file></p><input id="${id}-file" type="file" data-in="file">` : null}
      <p class="actions"><button type="submit" class="primary">Send request</button> <span role="status" data-progress></span></p>
    </form>
    <div data-answer hidden><p class="result" data-result></p><pre tabindex="0" role="region" aria-label="Answer to ${documented.summary ?? id}"><code data-body></code></pre></div>
  </details>`;
}

function exampleView({ responses, summary }: oas31.OperationObject): Html | null {
  const [status, response] = Object.entries(responses ?? {}).find(([code]) => code.startsWith('2')) ?? [];
  const example: unknown =
    response !== undefined && 'content' in response
      ? response.content?.['application/json']?.example
      : undefined;
  if (example === undefined) return null;
  return html`<details class="panel example"><summary>Answer <span class="status">${status ?? ''}</span></summary>
    <pre tabindex="0" role="region" aria-label="Example of an answer: ${summary ?? ''}"><code data-language="json">${JSON.stringify(example, null, 2)}</code></pre>
  </details>`;
}

/** A record of the document with its fields. */
export function recordView(name: string, schema: Schema): Html {
  const fields = fieldList(schema);
  return html`<article class="record" id="record-${name}">
    <h3><a href="#record-${name}">${name}</a></h3>
    ${schema.description === undefined ? null : html`<p>${inlineMarkdown(schema.description)}</p>`}
    ${fields ?? html`<p class="type">${typeOf(schema)}</p>`}
  </article>`;
}
