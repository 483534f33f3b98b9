import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TLSSocket } from 'node:tls';

const TIMEOUT_MS = 5_000;
const BODY_MAX = 64 * 1024;

/** What an address has answered. */
export interface Probed {
  readonly status: number;
  /** Its beginning. */
  readonly body: string;
  /** By the clock of the server that answered; null where its answer has no date. */
  readonly date: Date | null;
  /** Until when the certificate is valid; null without TLS. */
  readonly certificateEnds: Date | null;
}

/** An address does not answer. The message names the cause, and has no secret of the address. */
export class ProbeError extends Error {}

/** Asks an address, and follows no redirect. Rejects with `ProbeError`, at the latest after five seconds. */
export async function probe(url: URL, headers: Readonly<Record<string, string>> = {}): Promise<Probed> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const req = send(url, { headers, agent: false });
  const late = setTimeout(() => req.destroy(codeError('ETIMEDOUT')), TIMEOUT_MS);
  try {
    return await answerOf(req);
  } catch (error) {
    throw new ProbeError(causeOf(error, url), { cause: error });
  } finally {
    clearTimeout(late);
    req.destroy();
  }
}

function answerOf(req: ClientRequest): Promise<Probed> {
  return new Promise((resolve, reject) => {
    req.once('error', reject);
    req.once('response', (res) => void read(res).then(resolve, reject));
    req.end();
  });
}

async function read(res: IncomingMessage): Promise<Probed> {
  const ends = res.socket instanceof TLSSocket ? instantOf(res.socket.getPeerCertificate().valid_to) : null;
  let body = '';
  for await (const chunk of res) {
    body += chunk;
    if (body.length > BODY_MAX) break;
  }
  return {
    status: res.statusCode ?? 0,
    body,
    date: instantOf(res.headers.date),
    certificateEnds: ends,
  };
}

function instantOf(text: string | undefined): Date | null {
  const instant = new Date(text ?? '');
  return Number.isNaN(instant.getTime()) ? null : instant;
}

const codeError = (code: string) => Object.assign(new Error(code), { code });

/** By the codes of Node and of OpenSSL; `{host}` is the host, and `{port}` has its port. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name {host} does not resolve (DNS)',
  EAI_AGAIN: 'no name server says what {host} is (DNS)',
  ECONNREFUSED: 'nobody listens at {port} (connection refused)',
  EHOSTUNREACH: 'there is no way to {host} (network)',
  ENETUNREACH: 'there is no way to {host} (network)',
  ETIMEDOUT:
    '{port} does not answer within 5 seconds (a firewall, or an address that is not reached from here)',
  ECONNRESET: '{port} closes the connection without an answer',
  CERT_HAS_EXPIRED: 'the certificate of {host} has expired',
  CERT_NOT_YET_VALID: 'the certificate of {host} is not valid yet (or the clock here is wrong)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name than {host}',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of {host} is signed by itself, so nobody trusts it',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of {host} is of an authority that nobody knows',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of {host} is of an authority that nobody knows',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate of {host} comes without those between it and its authority (give the proxy the full chain)',
  EPROTO: '{port} does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: '{port} does not speak TLS',
  HPE_INVALID_CONSTANT: '{port} does not speak HTTP (perhaps it expects TLS)',
};

/** Why an address does not answer, as a part of a sentence. */
export function causeOf(error: unknown, url: URL): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  const text = CAUSES[code] ?? (first instanceof Error ? first.message : String(first));
  const port = url.port || (url.protocol.endsWith('s:') ? '443' : '80');
  return text.replaceAll('{host}', url.hostname).replaceAll('{port}', `${url.hostname}:${port}`);
}
