import { createServer } from 'node:net';
import type { Config } from '../config/config.js';
import { type Check, fail, ok, warn } from './check.js';

const TIMEOUT_MS = 5_000;

/** Whether the service runs and answers on its port. */
export async function isRunning(config: Config): Promise<boolean> {
  return config.port !== 0 && (await isHealthy(`http://${hostOf(config)}:${config.port}`));
}

/** The host to reach it by from this machine. */
function hostOf({ host }: Config): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function isHealthy(base: string): Promise<boolean> {
  try {
    const answer = await fetch(`${base}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return (await answer.text()) === '{"data":{"status":"ok"}}';
  } catch {
    return false;
  }
}

/** Whether the service answers, or its port is free. */
export async function checkPort({ host, port }: Config, answers: boolean): Promise<Check> {
  if (answers) return ok('Port', `the service answers on port ${port}`);
  const problem = await listenError(host, port);
  if (problem === null) return ok('Port', `${port} is free, and no service answers there`);
  if (problem === 'EADDRINUSE') {
    return fail('Port', `another program uses port ${port}`, 'Stop it, or set PORT to another one.');
  }
  return fail('Port', `nobody can listen on ${host}, port ${port} (${problem})`, 'Correct HOST and PORT.');
}

function listenError(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** How clients reach the service, as it is configured. */
export function checkAddress(config: Config): Check[] {
  const { publicUrl, host } = config;
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  if (publicUrl !== null) return [isEncrypted(publicUrl)];
  if (isLocal) return [];
  return [
    warn(
      'PUBLIC_URL',
      'not set, and HOST lets other machines in',
      'Set PUBLIC_URL to the address that clients use.',
    ),
  ];
}

function isEncrypted(publicUrl: string): Check {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || /^(localhost|127\.|\[::1\])/.test(hostname))
    return ok('PUBLIC_URL', publicUrl);
  return warn(
    'PUBLIC_URL',
    `${publicUrl} is not encrypted`,
    'Put a proxy with TLS before the service, and use https://.',
  );
}

/** Whose headers say where clients are. */
export function checkProxies({ publicUrl, variables }: Config): Check[] {
  const trustedProxies = variables.find(({ name }) => name === 'TRUSTED_PROXIES')?.value ?? '';
  if (/(^|,)\s*(0\.0\.0\.0|::)\/0\s*(,|$)/.test(trustedProxies)) {
    return [
      warn(
        'TRUSTED_PROXIES',
        'everybody is a trusted proxy',
        'Name the addresses of your proxies alone: any client can choose its address, and so has no rate limit.',
      ),
    ];
  }
  if (trustedProxies === '' && publicUrl?.startsWith('https:')) {
    return [
      warn(
        'TRUSTED_PROXIES',
        'empty, and PUBLIC_URL is https, which a proxy before the service must end',
        'Set it to the address of that proxy: otherwise all clients share the rate limit of one address.',
      ),
    ];
  }
  return [ok('TRUSTED_PROXIES', trustedProxies === '' ? 'empty: clients connect directly' : trustedProxies)];
}
