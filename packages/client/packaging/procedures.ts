import { type AppRouter, type Meta, TAGS } from '@palaver/core';
import type { z } from 'zod';
import { docComment, indented } from './text.js';
import type { TypePrinter } from './type-printer.js';

/** What tRPC keeps of a procedure. */
interface Definition {
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly meta: Meta | undefined;
  readonly inputs: readonly unknown[];
  readonly output: z.core.$ZodType | undefined;
}

const KINDS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

/** The type of the record of a router: by noun, its procedures, each with what it does and the errors it may answer. */
export function procedureTypes(router: AppRouter, printer: TypePrinter): string {
  const nouns = Object.entries(router._def.record).map(([noun, procedures]) => {
    const definitions = Object.entries(procedures).map(
      ([verb, procedure]) => [verb, definitionOf(procedure)] as const,
    );
    const lines = definitions.map(([verb, definition]) =>
      procedureType(`${noun}.${verb}`, verb, definition, printer),
    );
    const topic = definitions.map(([, { meta }]) => topicOf(meta)).find((found) => found !== undefined);
    return `${docComment(topic ?? '')}${noun}: {\n${indented(lines.join('\n'))}\n};`;
  });
  return `{\n${indented(nouns.join('\n'))}\n}`;
}

function procedureType(path: string, verb: string, definition: Definition, printer: TypePrinter): string {
  const { type, meta, inputs, output } = definition;
  const comment = printer.described(descriptionOf(meta), path);
  const input = inputType(inputs, path, printer);
  const answer = output === undefined ? 'StreamFrame' : printer.typeOf(output, 'output', path);
  return `${comment}${verb}: ${KINDS[type]}<${input}, ${answer}>;`;
}

function inputType(inputs: readonly unknown[], path: string, printer: TypePrinter): string {
  const [input, ...others] = inputs;
  if (others.length > 0) throw new Error(`${path} has more than one input schema`);
  if (input === undefined) return 'void';
  return isSchema(input) ? printer.typeOf(input, 'input', path) : 'Octets';
}

function descriptionOf(meta: Meta | undefined): string | undefined {
  const { openapi, rest } = meta ?? {};
  if (!openapi?.summary) return meta?.description;
  const { summary, description, method, path } = openapi;
  const errors = rest?.errors.length
    ? `\n\nErrors: ${rest.errors.map((code) => `\`${code}\``).join(', ')}.`
    : '';
  return `${summary}.${description ? `\n\n${description}` : ''}\n\n\`${method} ${path}\`${errors}`;
}

function topicOf(meta: Meta | undefined): string | undefined {
  const [tag] = meta?.openapi?.tags ?? [];
  return Object.entries(TAGS).find(([name]) => name === tag)?.[1];
}

function definitionOf(procedure: { readonly _def: unknown }): Definition {
  // tRPC's types do not declare `output`.
  return procedure._def as Definition;
}

/** The one input that no zod schema describes is a file. */
function isSchema(input: unknown): input is z.core.$ZodType {
  return typeof input === 'object' && input !== null && '_zod' in input;
}
