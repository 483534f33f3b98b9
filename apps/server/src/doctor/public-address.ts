import { type Check, fail, ok, warn } from './check.js';
import { causeOf, type Probed, ProbeError, probe } from './probe.js';

const DAY_MS = 24 * 3_600_000;
const CERTIFICATE_WARN_DAYS = 14;
const HEALTHY = '{"data":{"status":"ok"}}';
const SOCKET_TIMEOUT_MS = 5_000;

/** Whether the address that clients use leads to this service, which runs. */
export async function checkReachable(publicUrl: string): Promise<Check[]> {
  const url = new URL(`${publicUrl}/health`);
  const answer = await probe(url).catch((error: unknown) => {
    if (error instanceof ProbeError) return error;
    throw error;
  });
  if (answer instanceof ProbeError) return [fail('Reachable', answer.message, adviceFor(answer.message))];
  if (answer.body !== HEALTHY) {
    return [
      fail(
        'Reachable',
        `${publicUrl}/health is answered with ${answer.status}, and not by this service`,
        'Let the proxy at this address pass requests on to HOST and PORT of the service.',
      ),
    ];
  }
  return [
    ok('Reachable', `the service answers at ${publicUrl}`),
    ...checkCertificate(answer),
    await checkUpgrades(publicUrl),
  ];
}

function adviceFor(cause: string): string {
  if (cause.includes('certificate'))
    return 'Renew or correct the certificate of the proxy, and reload the proxy.';
  if (cause.includes('DNS')) return 'Correct the name in PUBLIC_URL, or add its record at your name server.';
  return 'Check PUBLIC_URL, the proxy before the service, and the firewall.';
}

function checkCertificate({ certificateEnds }: Probed): Check[] {
  if (certificateEnds === null) return [];
  const days = Math.floor((certificateEnds.getTime() - Date.now()) / DAY_MS);
  const text = `valid until ${certificateEnds.toISOString().slice(0, 10)}`;
  if (days >= CERTIFICATE_WARN_DAYS) return [ok('Certificate', text)];
  return [warn('Certificate', `${text}, for ${days} days`, 'Renew it: clients refuse it after that.')];
}

/** Whether the proxy passes the upgrade to a WebSocket on. It ends with the service, which asks the socket for a token. */
async function checkUpgrades(publicUrl: string): Promise<Check> {
  const url = new URL(`${publicUrl.replace(/^http/, 'ws')}/api/ws`);
  const { WebSocket } = await import('ws');
  const problem = await new Promise<string | null>((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: SOCKET_TIMEOUT_MS });
    socket.once('open', () => {
      socket.terminate();
      resolve(null);
    });
    socket.once('unexpected-response', (req, res) => {
      req.destroy();
      resolve(`the upgrade is answered with ${res.statusCode}`);
    });
    socket.on('error', (error) => resolve(causeOf(error, url)));
  });
  if (problem === null) return ok('WebSocket', `${url} opens`);
  return fail(
    'WebSocket',
    `${url} does not open: ${problem}`,
    'Let the proxy pass on the headers Upgrade and Connection (docs/deployment.md, Proxies and TLS).',
  );
}
