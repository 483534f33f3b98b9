import { ACCESS_EVENTS, type AccessEvent, FATES, type WayIn } from '../../credentials/ways-in.js';

const EVENTS = Object.keys(ACCESS_EVENTS) as AccessEvent[];
const NAMES: Readonly<Record<WayIn, string>> = {
  password: 'password',
  identity: 'linked provider',
  totp: 'authenticator app',
  passkey: 'passkey',
  recoveryCode: 'recovery code',
  ownSession: 'session of the call',
  otherSession: 'other session',
  mintedSession: 'session of a token issuer',
  ticket: 'ticket of a socket',
  botToken: 'token of a bot',
  apiKey: 'API key that the person made',
  resetLink: 'link to a new password',
  verificationLink: 'link that confirms an address',
  exchangeCode: 'code of a provider',
};

/** What each event leaves of each way into an account; what stays is left empty. */
export function waysInTable(): string {
  const letters = EVENTS.map((event, index) => [event, String.fromCharCode(97 + index)] as const);
  const rows = Object.entries(FATES).map(([way, fates]) => {
    const cells = EVENTS.map((event) => (fates[event] === 'stays' ? '' : fates[event]));
    return `| ${NAMES[way as WayIn]} | ${cells.join(' | ')} |`;
  });
  return [
    ...letters.map(([event, letter]) => `- **${letter}**: ${ACCESS_EVENTS[event]}`),
    '',
    `| way in | ${letters.map(([, letter]) => letter).join(' | ')} |`,
    `| --- |${' --- |'.repeat(EVENTS.length)}`,
    ...rows,
  ].join('\n');
}

/** What is written into the history of an account. */
export function securityEventTable(events: Readonly<Record<string, readonly [string, string]>>): string {
  const rows = Object.entries(events).map(([kind, [, sentence]]) => `| \`${kind}\` | ${sentence} |`);
  return ['| kind | what has happened |', '| --- | --- |', ...rows].join('\n');
}
