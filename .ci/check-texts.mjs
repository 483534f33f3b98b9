// Fails for a text of the web client that is in no catalogue: letters between elements, and letters as the value of an
// attribute that people read or hear.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';

const READ = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'placeholder',
  'title',
  'label',
  'hint',
]);
/** What is the same in every language: addresses, and names of keys. */
const IS_NO_TEXT = /^(?:https?:\/\/\S*|\/\S*|Esc)$/;

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'apps/web/src', 'packages/elements/src'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path.endsWith('.tsx') && !/\.test\.|\/testing\//.test(path));
let found = 0;

for (const path of files) {
  const source = readFileSync(path, 'utf8');
  visit(parseAst(source, { lang: 'tsx' }).body, (text, offset) => {
    found++;
    const line = source.slice(0, offset).split('\n').length;
    process.stderr.write(`${path}:${line} has a text that is in no catalogue: ${JSON.stringify(text)}\n`);
  });
}
process.exitCode = found > 0 ? 1 : 0;

function visit(node, tell) {
  if (Array.isArray(node)) for (const item of node) visit(item, tell);
  if (typeof node?.type !== 'string') return;
  for (const text of textsOf(node)) if (isText(text)) tell(text.trim(), node.start);
  for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, tell);
}

/** The texts that an element shows by itself. */
function textsOf(node) {
  if (node.type === 'JSXText') return [node.value];
  if (node.type === 'JSXAttribute' && READ.has(node.name.name)) return literalsOf(node.value);
  const isChild = node.type === 'JSXElement' || node.type === 'JSXFragment';
  return isChild
    ? node.children.filter(({ type }) => type === 'JSXExpressionContainer').flatMap(literalsOf)
    : [];
}

/** The literals that a value may be; those within a call are not looked at. */
function literalsOf(value) {
  switch (value?.type) {
    case 'JSXExpressionContainer':
      return literalsOf(value.expression);
    case 'Literal':
      return typeof value.value === 'string' ? [value.value] : [];
    case 'TemplateLiteral':
      return value.quasis.map(({ value: part }) => part.cooked);
    case 'ConditionalExpression':
      return [value.consequent, value.alternate].flatMap(literalsOf);
    case 'LogicalExpression':
      return [value.left, value.right].flatMap(literalsOf);
    default:
      return [];
  }
}

function isText(text) {
  return /\p{L}{2}/u.test(text) && !IS_NO_TEXT.test(text.trim().replace(/^\((.*)\)$/, '$1'));
}
