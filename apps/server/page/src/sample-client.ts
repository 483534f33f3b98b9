import type { Call } from './call.js';
import { typeScriptLiteral } from './literals.js';
import type { Json } from './operation.js';

/** The call with the typed client; null for an operation that is no procedure. */
export function clientSample(call: Call, origin: string): string | null {
  const { operation, token } = call;
  if (operation.procedure === null) return null;
  const input = inputOf(call);
  const action = operation.procedure === 'query' ? 'query' : 'mutate';
  const argument = Object.keys(input).length === 0 ? '' : typeScriptLiteral(input);
  const options = { url: origin, ...(token === null ? {} : { token }) };
  return [
    "import { createPalaverClient } from '@palaver/client';",
    '',
    `const { api } = createPalaverClient(${typeScriptLiteral(options)});`,
    `const data = await api.${operation.id}.${action}(${argument});`,
  ].join('\n');
}

/** The input of the procedure: the parameters by their typed names (`serverId`), and the fields of the body. */
function inputOf({ path, query, json }: Call): { readonly [name: string]: Json } {
  const parameters = Object.entries(path).map(([name, value]) => [name.replace(/ID$/, 'Id'), value]);
  const numbers = Object.entries(query).map(([name, value]) => [
    name,
    name === 'limit' ? Number(value) : value,
  ]);
  const body = typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
  return { ...Object.fromEntries(parameters), ...Object.fromEntries(numbers), ...body };
}
