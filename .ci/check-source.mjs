// Fails for a source file that is too long, and for a type assertion (`as X`) that explains nothing or is one more than
// `.ci/source-exceptions.json` allows. That list only shrinks: a number that is too high fails as well. Fails too for a test that would be
// published with its package.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';

const LINES_MAX = 250;
const EXCEPTIONS = '.ci/source-exceptions.json';
const IS_SOURCE = /^(?:packages|apps|examples)\/.*\.tsx?$/;
/** Catalogues are tables of texts, as long as there are texts. */
const IS_CATALOGUE = /\/i18n\/[^/]+\.[a-z]{2}\.ts$/;
/** As in `biome.json`, with the helpers of tests that stand beside the source. */
const IS_TEST = /\.(?:test|long|fixture|rows)\.tsx?$|\/(?:testing|test|test-support)[/.]/;

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split(
  '\n',
);
const files = listed.filter((path) => IS_SOURCE.test(path) && !IS_TEST.test(path) && existsSync(path));
const allowed = JSON.parse(readFileSync(EXCEPTIONS, 'utf8'));
const problems = [];
const counts = {};

for (const path of files) {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  const length = lines.length - 1;
  if (length > LINES_MAX && !(path in allowed.long) && !IS_CATALOGUE.test(path))
    problems.push(`${path} has ${length} lines, more than ${LINES_MAX}: split it by purpose.`);
  if (length <= LINES_MAX && path in allowed.long)
    problems.push(`${path} is not long: take it out of ${EXCEPTIONS}.`);
  // Most files have none, and are not parsed.
  if (/\bas\b|<\w+>\s*[\w(]/.test(text)) countAssertions(path, text, lines);
}

for (const path of new Set([...Object.keys(counts), ...Object.keys(allowed.assertions)])) {
  const [found, most] = [counts[path] ?? 0, allowed.assertions[path] ?? 0];
  if (found > most)
    problems.push(
      `${path} asserts a type ${found} times, and may ${most} times: use a guard, a schema, \`satisfies\` or a better type.`,
    );
  if (found < most)
    problems.push(`${path} asserts a type ${found} times: write that instead of ${most} in ${EXCEPTIONS}.`);
}
for (const path of Object.keys(allowed.long)) {
  if (!files.includes(path)) problems.push(`${path} is gone: take it out of ${EXCEPTIONS}.`);
}

const EACH = 'src/**/*';
for (const config of listed.filter((path) => path.endsWith('/tsconfig.package.json'))) {
  const { exclude = [] } = JSON.parse(readFileSync(config, 'utf8'));
  const folder = config.slice(0, -'tsconfig.package.json'.length);
  const isLeft = (path) =>
    exclude.some((glob) =>
      glob.startsWith(EACH) ? path.endsWith(glob.slice(EACH.length)) : path.startsWith(`${folder}${glob}/`),
    );
  const tests = listed.filter((path) => path.startsWith(`${folder}src/`) && IS_TEST.test(path));
  for (const path of tests)
    if (!isLeft(path)) problems.push(`${path} would be published: exclude it in ${config}.`);
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function countAssertions(path, text, lines) {
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const visit = (node, parents) => {
    if (Array.isArray(node)) for (const item of node) visit(item, parents);
    if (typeof node?.type !== 'string') return;
    const isInner = parents.at(-1)?.type === 'TSAsExpression';
    if (isAssertion(node) && !isInner) {
      counts[path] = (counts[path] ?? 0) + 1;
      const places = [...parents, node].map(({ start }) => lineOf(start)).concat(lineOf(node.end));
      if (!places.some((line) => isComment(lines[line - 2])))
        problems.push(
          `${path}:${lineOf(node.start)} asserts a type, and no comment above says why it is true.`,
        );
    }
    const within = isFunction(node) ? [] : [...parents, node];
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, within);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body, []);
}

/** `as unknown as X` is one assertion. */
function isAssertion({ type, typeAnnotation }) {
  if (type === 'TSTypeAssertion') return true;
  return type === 'TSAsExpression' && typeAnnotation.typeName?.name !== 'const';
}

function isFunction({ type }) {
  return type === 'FunctionDeclaration' || type === 'ClassDeclaration';
}

function isComment(line) {
  return /^\s*(?:\/\/|\/?\*)|\*\/\s*$/.test(line ?? '');
}
