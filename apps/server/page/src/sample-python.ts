import { type Call, headersOf, targetOf } from './call.js';
import { pythonLiteral } from './literals.js';

/** The call with the library `requests`. */
export function pythonSample(call: Call, origin: string): string {
  const { operation, token, json, file } = call;
  const field = operation.body?.kind === 'file' ? operation.body.field : '';
  // `json=` writes the header of the body itself.
  const { Authorization } = headersOf(call);
  const given = [
    text(origin + targetOf(call)),
    ...(token === null ? [] : [`headers={"Authorization": ${text(Authorization ?? '')}}`]),
    ...(json === null ? [] : [`json=${pythonLiteral(json, '    ')}`]),
    ...(file === null
      ? []
      : [`files={${text(field)}: (${text(file.name)}, open(${text(file.name)}, "rb"), ${text(file.type)})}`]),
    'timeout=30',
  ];
  return [
    'import requests',
    '',
    `response = requests.${operation.method.toLowerCase()}(`,
    ...given.map((argument) => `    ${argument},`),
    ')',
    'response.raise_for_status()',
    ANSWERS[operation.answer],
  ].join('\n');
}

const ANSWERS = {
  data: 'data = response.json()["data"]',
  json: 'answer = response.json()',
  bytes: 'content = response.content',
};

/** JSON strings are strings of Python. */
function text(value: string): string {
  return JSON.stringify(value);
}
