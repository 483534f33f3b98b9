import type { IdentitySettings } from '@palaver/core';
import { z } from 'zod';
import type { Config } from '../config/config.js';
import { closeRedis, openRedis } from '../redis/client.js';
import { type Check, fail, ok, reasonOf, warn } from './check.js';
import { type Probed, ProbeError, probe } from './probe.js';

/** Whether Redis, mail, the hook, and the addresses of providers and issuers answer. All are asked at the same time. */
export async function checkDependencies(config: Config): Promise<Check[]> {
  const dates: HostDate[] = [];
  const asked = await Promise.all([
    checkRedis(config),
    checkMail(config),
    checkHook(config, dates),
    ...checkIdentities(config.identity, dates),
  ]);
  return [...asked.flat(), ...checkDates(dates)];
}

async function checkRedis({ redisUrl }: Config): Promise<Check[]> {
  if (redisUrl === null) return [];
  try {
    const client = await openRedis(redisUrl, () => {});
    await client.ping().finally(() => closeRedis(client));
    return [ok('Redis', `${new URL(redisUrl).host} answers`)];
  } catch (error) {
    const advice = 'Check that it runs, and that REDIS_URL has its address and its password.';
    return [fail('Redis', `${new URL(redisUrl).host}: ${reasonOf(error)}`, advice)];
  }
}

/** Signs in at the mail server, and sends nothing. */
async function checkMail({ smtp }: Config): Promise<Check[]> {
  if (smtp === null) return [ok('Mail', 'SMTP_URL is not set: the service sends no mail')];
  const { checkSmtp } = await import('../outgoing/smtp.js');
  const { host } = smtp.server;
  try {
    await checkSmtp(smtp);
    return [ok('Mail', `${host} answers${smtp.server.username === '' ? '' : ' and takes the password'}`)];
  } catch (error) {
    return [
      fail(
        'Mail',
        `${host}: ${reasonOf(error)}`,
        'Check SMTP_URL: address, port, smtp: or smtps:, user and password. Then: npm run palaver -- mail test ADDRESS',
      ),
    ];
  }
}

interface HostDate {
  readonly host: string;
  readonly skewMs: number;
}

async function asked(url: URL, dates: HostDate[]): Promise<Probed | ProbeError> {
  try {
    const answer = await probe(url);
    if (answer.date) dates.push({ host: url.host, skewMs: answer.date.getTime() - Date.now() });
    return answer;
  } catch (error) {
    if (error instanceof ProbeError) return error;
    throw error;
  }
}

/** Any answer will do: a hook need not know another method than POST. */
async function checkHook({ beforeSend }: Config, dates: HostDate[]): Promise<Check[]> {
  if (beforeSend === null) return [];
  const { origin, host } = beforeSend.url;
  const answer = await asked(new URL(origin), dates);
  if (!(answer instanceof ProbeError)) return [ok('Hook', `${host} answers`)];
  const { onFailure } = beforeSend;
  const effect = onFailure === 'accept' ? 'messages are posted without it' : 'no message is posted';
  return [fail('Hook', `${answer.message}; ${effect}`, 'Check BEFORE_SEND_URL, and that the hook runs.')];
}

const KeySet = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) });

function checkIdentities({ providers, tokenIssuers }: IdentitySettings, dates: HostDate[]) {
  const discovered = providers.filter(({ protocol }) => protocol === 'oidc');
  return [
    ...discovered.map(({ name, issuer }) =>
      checkJson(`Provider ${name}`, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, dates, {
        schema: z.object({ issuer: z.literal(issuer) }),
        otherwise: `does not say that it is ${issuer}`,
      }),
    ),
    ...tokenIssuers.flatMap(({ name, key }) =>
      'jwksUrl' in key
        ? [checkJson(`Issuer ${name}`, key.jwksUrl, dates, { schema: KeySet, otherwise: 'has no keys' })]
        : [],
    ),
  ];
}

async function checkJson(
  name: string,
  address: string,
  dates: HostDate[],
  { schema, otherwise }: { readonly schema: z.ZodType; readonly otherwise: string },
): Promise<Check[]> {
  const answer = await asked(new URL(address), dates);
  const advice = 'Check the address in IDENTITY_FILE: until it answers, nobody signs in by it.';
  if (answer instanceof ProbeError) return [fail(name, answer.message, advice)];
  if (answer.status !== 200) return [fail(name, `${address} answers ${answer.status}`, advice)];
  const isRight = schema.safeParse(parsed(answer.body)).success;
  return [isRight ? ok(name, `${address} answers`) : fail(name, `${address} ${otherwise}`, advice)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Tokens of issuers are refused beyond ten seconds; a date has whole seconds, and was on its way. */
const DATE_SKEW_WARN_MS = 8_000;

/** A clock that differs from those of several others is wrong here. */
function checkDates(dates: readonly HostDate[]): Check[] {
  if (dates.length === 0) return [];
  const apart = dates.filter(({ skewMs }) => Math.abs(skewMs) > DATE_SKEW_WARN_MS);
  if (apart.length === 0) return [ok('Clocks elsewhere', `${dates.length} other hosts have the same time`)];
  const texts = apart.map(({ host, skewMs }) => `that of ${host} differs by ${Math.round(skewMs / 1_000)} s`);
  const advice =
    'Synchronise the clock of this machine, for example with chrony: tokens are refused otherwise.';
  return [warn('Clocks elsewhere', texts.join('; '), advice)];
}
