import { readFileSync } from 'node:fs';
import { cell } from './record-tables.js';

const FILES = ['hooks.ts', 'personal.ts', 'use-state-of.ts', 'provider.tsx'];
const HOOK = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export function (use\w+)(?:<\w+>)?\(([^)]*)\)/g;

const read = (file: string) =>
  readFileSync(new URL(`../../../../react/src/${file}`, import.meta.url), 'utf8');

/** The hooks that `@palaver/react` exports, each with its parameters and its docstring. Throws for one without. */
export function hookTable(): string {
  const exported = read('index.ts');
  const rows = FILES.flatMap((file) =>
    [...read(file).matchAll(HOOK)].flatMap(([, comment, name = '', parameters = '']) => {
      if (!new RegExp(`\\b${name}\\b`).test(exported)) return [];
      if (comment === undefined) throw new Error(`${name} has no docstring`);
      const text = comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim();
      return [`| \`${name}(${namesOf(parameters)})\` | ${cell(text)} |`];
    }),
  );
  return ['| hook | gives |', '| --- | --- |', ...rows].join('\n');
}

/** `threadId?` for a parameter that may be left out. */
function namesOf(parameters: string): string {
  return parameters
    .split(/,\s*(?=\w+\??:)/)
    .map((parameter) => {
      const [name = ''] = parameter.trim().split(/[:\s]/);
      return parameter.includes(' = ') ? `${name}?` : name;
    })
    .join(', ');
}
