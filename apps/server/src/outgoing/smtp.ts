import { isIP } from 'node:net';
import { MailError, type Mailer } from '@palaver/core';
import { createTransport } from 'nodemailer';
import type { SmtpSettings } from './smtp-settings.js';

/** In milliseconds; together they end well before another node takes over the mail. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

const CHECK_TIMEOUTS = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 5_000,
  dnsTimeout: 5_000,
};

/** What tests replace: times, and whose certificates are trusted. */
type Replaced = Partial<typeof TIMEOUTS> & { readonly tls?: { readonly rejectUnauthorized: boolean } };

/** Connects to the server and signs in, and sends nothing. Throws an error of nodemailer's that has no password. */
export async function checkSmtp(settings: SmtpSettings): Promise<void> {
  const transport = transportTo(settings, CHECK_TIMEOUTS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The server of the operator, to which each mail has a connection of its own. */
export function createSmtpMailer(settings: SmtpSettings, replaced: Replaced = {}): Mailer {
  const { from } = settings;
  const transport = transportTo(settings, replaced);
  const domain = from.address.split('@').at(-1);
  return {
    send: async ({ id, to, subject, text, html, unsubscribeUrl }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          messageId: `<${id}@${domain}>`,
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        });
      } catch (error) {
        throw mailErrorOf(error);
      }
    },
  };
}

function transportTo({ server }: SmtpSettings, replaced: Replaced) {
  const { username, password, hostname } = server;
  const secure = server.protocol === 'smtps:';
  const auth =
    username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  return createTransport({
    host: hostname,
    port: Number(server.port) || (secure ? 465 : 587),
    secure,
    // A password crosses no network in the clear, whatever the server or somebody on the way says about TLS.
    requireTLS: username !== '' && !isLoopback(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...auth,
    ...TIMEOUTS,
    ...replaced,
  });
}

/** One click takes HTTPS (RFC 8058, 3.1). Without it the link opens a page. */
function unsubscribeHeaders(url: string | undefined) {
  if (url === undefined) return {};
  const isOneClick = url.startsWith('https:');
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    ...(isOneClick ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}

/** A refusal of the sign-in is the operator's to mend, and not about this mail. */
function mailErrorOf(error: unknown): MailError {
  const { code, responseCode } = Object(error);
  const isPermanent =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && responseCode < 600;
  return new MailError(String(responseCode ?? code ?? 'unknown'), isPermanent);
}
