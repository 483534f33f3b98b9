import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

export const CHART = fileURLToPath(new URL('../../helm/palaver', import.meta.url));
export const TEMPLATES = readdirSync(join(CHART, 'templates')).filter((name) => !name.startsWith('_'));

/** Where Debian's `golang-github-masterminds-sprig-dev` is. */
const GO = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };
const PROGRAM = fileURLToPath(new URL('render.go', import.meta.url));

export const hasSprig = spawnSync('go', ['list', 'github.com/Masterminds/sprig'], { env: GO }).status === 0;

export type Values = Readonly<Record<string, unknown>>;

export function readChartFile(name: string): Record<string, unknown> {
  return parse(readFileSync(join(CHART, name), 'utf8'));
}

/** Values laid over the chart's own, as Helm does: objects are merged, everything else is replaced. */
export function withDefaults(values: Values): Values {
  return merge(readChartFile('values.yaml'), values);
}

function merge(below: Values, above: Values): Values {
  const merged = Object.entries(above).map(([key, value]) => {
    const old = below[key];
    return [key, isObject(old) && isObject(value) ? merge(old, value) : value] as const;
  });
  return { ...below, ...Object.fromEntries(merged) };
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of each template, by its name. Rejects with what Go says. */
export async function renderTemplates(values: Values): Promise<Record<string, string>> {
  const { name: Name, version: Version, appVersion: AppVersion } = readChartFile('Chart.yaml');
  const Release = { Name: 'chat', Namespace: 'team', Service: 'Helm' };
  const input = { Folder: CHART, Values: values, Release, Chart: { Name, Version, AppVersion } };
  return new Promise((resolve, reject) => {
    const run = execFile('go', ['run', PROGRAM], { env: GO }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(JSON.parse(stdout)),
    );
    run.stdin?.end(JSON.stringify(input));
  });
}

/** What Kubernetes is given, without the notes for the person. */
export async function renderResources(values: Values): Promise<readonly Values[]> {
  const texts = await renderTemplates(values);
  return Object.entries(texts)
    .filter(([name]) => name.endsWith('.yaml'))
    .flatMap(([name, text]) => parseAllDocuments(text).map((document) => resourceOf(name, document)));
}

function resourceOf(name: string, document: ReturnType<typeof parseAllDocuments>[number]): Values {
  if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join(', ')}`);
  const value: unknown = document.toJS();
  if (!isObject(value)) throw new Error(`${name} has no object in it`);
  return value;
}
