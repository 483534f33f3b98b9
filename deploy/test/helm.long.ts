import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { VARIABLES } from '../../apps/server/src/config/variables.js';
import {
  CHART,
  hasSprig,
  readChartFile,
  renderResources,
  renderTemplates,
  TEMPLATES,
  type Values,
  withDefaults,
} from './helm/chart.js';
import { complaintsAbout } from './helm/types.js';

const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'));
const accepts = new Ajv({ allErrors: true }).compile(schema);

const NEEDED = {
  host: 'chat.example.com',
  image: { repository: 'registry.example.com/palaver' },
  bucket: 'palaver-files',
  trustedProxies: '10.0.0.0/8',
};
const ALL = {
  ...NEEDED,
  replicas: 3,
  drainSeconds: 20,
  image: { repository: 'registry.example.com/palaver', tag: '1.2.3', pullSecrets: [{ name: 'registry' }] },
  settings: { S3_ENDPOINT: 'https://s3.example.com', RATE_PER_MINUTE: '1000000' },
  ingress: { className: 'nginx', annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '260m' } },
  podAnnotations: { 'prometheus.io/scrape': 'true' },
  nodeSelector: { 'kubernetes.io/arch': 'arm64' },
  tolerations: [{ key: 'chat', operator: 'Exists', effect: 'NoSchedule' }],
};
const CASES = [
  ['what is required', withDefaults(NEEDED)],
  ['every value', withDefaults(ALL)],
] as const;

describe('the values of the chart', () => {
  test.each(CASES)('with %s are accepted', (_name, values) => {
    accepts(values);
    expect(accepts.errors).toBeNull();
  });

  test('each has a default, and so a line that says what it is', () => {
    const known = Object.keys(schema.properties).filter((name) => name !== 'global');
    expect(Object.keys(readChartFile('values.yaml')).sort()).toEqual(known.sort());
  });

  test.each(['host', 'bucket', 'trustedProxies'])('without %s are refused', (name) => {
    expect(accepts(withDefaults({ ...NEEDED, [name]: '' }))).toBe(false);
  });

  test.each([
    ['an unknown one', { replicaCount: 3 }],
    [
      'a number among the settings, which Helm may write as 1e+06',
      { settings: { RATE_PER_MINUTE: 1000000 } },
    ],
    ['an address instead of a host', { host: 'https://chat.example.com' }],
    ['no image', { image: { repository: '' } }],
  ])('with %s are refused', (_name, values) => {
    expect(accepts(withDefaults({ ...NEEDED, ...values }))).toBe(false);
  });
});

test('the chart is of the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(CHART, '../../../package.json'), 'utf8'));
  expect(readChartFile('Chart.yaml')).toMatchObject({ version, appVersion: version });
});

test('each variable that it sets is one of the service', () => {
  const text = readFileSync(join(CHART, 'templates/deployment.yaml'), 'utf8');
  const set = [...text.matchAll(/- name: ([A-Z0-9_]+)$/gm)].map(([, name = '']) => name);
  expect(set.length).toBeGreaterThan(4);
  expect(set.filter((name) => !Object.hasOwn(VARIABLES, name))).toEqual([]);
  // Twice in the list, one of two values would count: the drain would be longer than the time before the pod is killed.
  for (const name of [...set, 'HOST', 'PORT'])
    expect(accepts(withDefaults({ ...NEEDED, settings: { [name]: '1' } })), name).toBe(false);
});

describe.skipIf(!hasSprig)('the templates (skipped without Go and sprig)', () => {
  let rendered: readonly (readonly Values[])[];
  beforeAll(async () => {
    rendered = await Promise.all(CASES.map(([, values]) => renderResources(values)));
  });

  it('make resources that Kubernetes knows, field for field', async () => {
    expect(rendered[0]?.map(({ kind }) => kind)).toEqual([
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'Service',
    ]);
    expect(await complaintsAbout(rendered.flat())).toBe('');
  });

  it('complain of a field that Kubernetes does not know', async () => {
    const [deployment] = rendered[0] ?? [];
    expect(await complaintsAbout([{ ...deployment, replicas: 2 }])).toMatch(/replicas.* does not exist/);
  });

  it('run nobody as root, on a disk that cannot be written to, and give each stop its time', () => {
    for (const [index, seconds] of [30, 42].entries()) {
      expect(rendered[index]?.[0]).toMatchObject({
        spec: {
          template: {
            spec: {
              terminationGracePeriodSeconds: seconds,
              automountServiceAccountToken: false,
              securityContext: { runAsNonRoot: true, runAsUser: 1000 },
              containers: [
                {
                  securityContext: {
                    allowPrivilegeEscalation: false,
                    readOnlyRootFilesystem: true,
                    capabilities: { drop: ['ALL'] },
                  },
                  resources: { limits: { memory: '1Gi' } },
                  // An empty volume belongs to root, and the service refuses a folder that is not its own.
                  env: expect.arrayContaining([{ name: 'DATA_DIR', value: '/data/node' }]),
                },
              ],
            },
          },
        },
      });
    }
  });

  it('select the same pods in the Deployment, the Service and the budget', () => {
    const [deployment, , budget, service] = rendered[1] ?? [];
    const labels = { 'app.kubernetes.io/name': 'palaver', 'app.kubernetes.io/instance': 'chat' };
    expect(deployment).toMatchObject({
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } },
    });
    expect(budget).toMatchObject({ spec: { selector: { matchLabels: labels } } });
    expect(service).toMatchObject({ spec: { selector: labels } });
  });

  it('are all used, the notes included', async () => {
    const texts = await renderTemplates(CASES[0][1]);
    expect(Object.keys(texts).sort()).toEqual(TEMPLATES.sort());
    expect(texts['NOTES.txt']).toContain('https://chat.example.com');
  });
});

const hasHelm = spawnSync('helm', ['version']).status === 0;

test.skipIf(!hasHelm)('helm lint says nothing (skipped without helm)', () => {
  const set = ['host', 'bucket', 'trustedProxies'] as const;
  const options = set.flatMap((name) => ['--set-string', `${name}=${NEEDED[name]}`]);
  const image = ['--set', `image.repository=${NEEDED.image.repository}`];
  const said = execFileSync('helm', ['lint', '--strict', CHART, ...options, ...image], { encoding: 'utf8' });
  expect(said).toContain('0 chart(s) failed');
});
