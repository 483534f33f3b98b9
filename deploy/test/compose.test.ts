import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '../../apps/server/src/config/variables.js';
import { chatSettings } from '../../packages/db/src/chat-settings.js';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(TOP, path), 'utf8');
const readYaml = (path: string) => parse(read(path), { merge: true });

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly restart?: string;
  readonly command?: string;
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly options: Record<string, string> };
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly env_file?: string;
  readonly depends_on?: unknown;
  readonly environment?: Record<string, string>;
  readonly healthcheck?: Record<string, unknown>;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly profiles?: readonly string[];
}

interface Composition {
  readonly services: Record<string, Service>;
  readonly volumes: Record<string, unknown>;
  readonly secrets?: Record<string, { readonly environment: string }>;
}

const FILES = { 'compose.yaml': '.', 'deploy/nodes/compose.yaml': 'deploy/nodes' };
const composition: Composition = readYaml('compose.yaml');
const services = Object.entries(FILES).flatMap(([file, folder]) => {
  const { services, volumes }: Composition = readYaml(file);
  return Object.entries(services).map(([name, service]) => ({ file, folder, name, service, volumes }));
});

test.each(Object.keys(FILES))('Postgres of %s has the settings of the embedded one', (file) => {
  const { services }: Composition = readYaml(file);
  const given = Object.entries(chatSettings).map(([name, value]) => `-c ${name}=${value}`);
  expect(services.postgres?.command).toBe(['postgres', ...given].join(' '));
});

test('the document of operators has them, too', () => {
  const given = Object.entries(chatSettings).map(([name, value]) => `${name} = ${value}\n`);
  expect(read('docs/operations.md')).toContain(`\`\`\`ini\n${given.join('')}\`\`\``);
});

describe.each(services)('$name of $file', ({ folder, service, volumes, name }) => {
  test('has an end to its memory, its processes and its log', () => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.logging?.options).toMatchObject({ 'max-size': expect.any(String), 'max-file': '5' });
    expect(service.restart).toBe('unless-stopped');
  });

  test('is of a version, and gains no rights', () => {
    expect(service.image ?? service.build).toMatch(/:v?\d+|^(\.|\.\.\/\.\.)$/);
    // The image of Postgres begins as root, and takes its rights away itself.
    if (name !== 'postgres') expect(service.security_opt).toEqual(['no-new-privileges:true']);
  });

  test('is read-only, unless Compose writes a secret into it', () => {
    if (name !== 'postgres') expect(service.read_only === true).toBe(service.secrets === undefined);
  });

  test('mounts what is there', () => {
    const sources = (service.volumes ?? []).map((volume) => volume.replace(/(?::ro)?$/, '').split(':/')[0]);
    for (const source of sources) {
      if (source?.startsWith('./')) expect(existsSync(join(TOP, folder, source)), source).toBe(true);
      else if (!source?.startsWith('${')) expect(Object.keys(volumes)).toContain(source);
    }
  });
});

test('the variables of the service exist, and .env may have more of them', () => {
  const set = services.filter(({ service }) => service.build !== undefined);
  expect(set).toHaveLength(3);
  for (const { folder, service } of set) expect(join(folder, service.env_file ?? '')).toBe('.env');
  const names = set.flatMap(({ service }) => Object.keys(service.environment ?? {}));
  expect(names.filter((name) => !Object.hasOwn(VARIABLES, name))).toEqual([]);
});

test('what is to be set before the start is in the page of the deployment', () => {
  const page = read('docs/deployment.md');
  const texts = Object.keys(FILES).map(read).join('\n');
  const asked = [...texts.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  const asSecrets = Object.values(composition.secrets ?? {}).map(({ environment }) => environment);
  for (const name of new Set([...asked, ...asSecrets])) expect(page, name).toContain(`${name}=`);
});

test('a Postgres that is still making its database is not taken for a broken one', () => {
  const checked = services.filter(({ service }) => service.healthcheck !== undefined);
  expect(checked.map(({ name }) => name)).toEqual(['postgres', 'postgres']);
  for (const { service } of checked) expect(service.healthcheck).toMatchObject({ start_period: '60s' });
});

test('only the proxy can be reached from other machines', () => {
  for (const { name, service } of services) {
    const open = (service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:'));
    if (!['caddy', 'haproxy'].includes(name)) expect(open).toEqual([]);
  }
});

test('an upgrade leaves Caddy as it is', () => {
  expect(composition.services.caddy?.depends_on).toBeUndefined();
});

test('monitoring is a profile, and reads the alerts and the dashboard', () => {
  const inProfile = Object.entries(composition.services).filter(([, { profiles }]) => profiles !== undefined);
  expect(inProfile.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['prometheus', ['monitoring']],
    ['grafana', ['monitoring']],
  ]);
  const prometheus = readYaml('deploy/prometheus/prometheus.yml');
  for (const file of prometheus.rule_files)
    expect(existsSync(join(TOP, 'deploy/prometheus', file))).toBe(true);
  // The alerts and the dashboard choose by the name of the job.
  const [{ job_name: job, authorization, static_configs: targets }] = prometheus.scrape_configs;
  expect(read('deploy/prometheus/alerts.yml')).toContain(`job="${job}"`);
  expect(targets).toEqual([{ targets: ['palaver:3000'] }]);
  expect(authorization.credentials_file).toBe('/run/secrets/metrics-token');
  expect(composition.services.prometheus?.secrets).toEqual(['metrics-token']);
  expect(Object.keys(composition.secrets ?? {})).toEqual(['metrics-token', 'grafana-password']);
  const provisioning = readdirSync(join(TOP, 'deploy/grafana/provisioning')).sort();
  expect(provisioning).toEqual(['dashboards', 'datasources']);
  const [{ options }] = readYaml('deploy/grafana/provisioning/dashboards/palaver.yaml').providers;
  expect(composition.services.grafana?.volumes).toContain(
    `./deploy/grafana/palaver.json:${options.path}/palaver.json:ro`,
  );
  const [{ type, url }] = readYaml('deploy/grafana/provisioning/datasources/palaver.yaml').datasources;
  expect([type, url]).toEqual(['prometheus', 'http://prometheus:9090']);
});
