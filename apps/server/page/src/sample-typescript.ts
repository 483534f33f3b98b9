import { type Call, headersOf, targetOf } from './call.js';
import { quoted, typeScriptLiteral } from './literals.js';

/** The call with `fetch`, for browsers and Node. */
export function typeScriptSample(call: Call, origin: string): string {
  const { operation, file } = call;
  const options = optionsOf(call);
  const given = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line},\n`).join('')}}`;
  return [
    ...(file === null ? [] : formLines(call)),
    `const response = await fetch(${quoted(origin + targetOf(call))}${given});`,
    'if (!response.ok) throw new Error(await response.text());',
    ANSWERS[operation.answer],
  ].join('\n');
}

const ANSWERS = {
  data: 'const { data } = await response.json();',
  json: 'const answer = await response.json();',
  bytes: 'const bytes = await response.arrayBuffer();',
};

function optionsOf(call: Call): string[] {
  const { operation, json, file } = call;
  const headers = headersOf(call);
  return [
    ...(operation.method === 'GET' ? [] : [`method: ${quoted(operation.method)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${typeScriptLiteral(headers, '  ')}`]),
    ...(json === null ? [] : [`body: JSON.stringify(${typeScriptLiteral(json, '  ')})`]),
    ...(file === null ? [] : ['body: form']),
  ];
}

function formLines({ operation, file }: Call): string[] {
  const field = operation.body?.kind === 'file' ? operation.body.field : '';
  const { name = '', type = '' } = file ?? {};
  return [
    "import { readFile } from 'node:fs/promises';",
    '',
    'const form = new FormData();',
    `const file = new Blob([await readFile(${quoted(name)})], { type: ${quoted(type)} });`,
    `form.append(${quoted(field)}, file, ${quoted(name)});`,
  ];
}
