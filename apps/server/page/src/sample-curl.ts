import { type Call, headersOf, targetOf } from './call.js';

/** The call as a command of a POSIX shell. An upload reads its file from the current folder. */
export function curlSample(call: Call, origin: string): string {
  const { operation, json, file } = call;
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`;
  const field = operation.body?.kind === 'file' ? operation.body.field : '';
  return [
    `curl${method} ${quoted(origin + targetOf(call))}`,
    ...Object.entries(headersOf(call)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(json === null ? [] : [`-d ${quoted(JSON.stringify(json, null, 2))}`]),
    ...(file === null ? [] : [`-F ${quoted(`${field}=@${file.name};type=${file.type}`)}`]),
    ...(operation.answer === 'bytes' ? ['-o answer'] : []),
  ].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
