import { FATES_OF_SET_UP, LOSSES, type SetUp } from '../../credentials/set-up.js';
import { ACCESS_EVENTS, FATES, type WayIn } from '../../credentials/ways-in.js';

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

const SET_UP_NAMES: Readonly<Record<SetUp, string>> = {
  bot: 'bot, with its commands',
  invite: 'invite',
  incomingWebhook: 'incoming webhook',
  outgoingWebhook: 'outgoing webhook',
  scheduledMessage: 'scheduled message',
  apiKey: 'API key',
};

/** What each event leaves of each way into an account. */
export const waysInTable = (): string => fateTable('way in', ACCESS_EVENTS, FATES, NAMES);

/** What each loss leaves of what a member has set up. */
export const setUpTable = (): string => fateTable('set up', LOSSES, FATES_OF_SET_UP, SET_UP_NAMES);

/** A column for each event, a row for each thing; what stays is left empty. */
function fateTable<Event extends string, Thing extends string>(
  head: string,
  events: Readonly<Record<Event, string>>,
  fates: Readonly<Record<Thing, Readonly<Record<Event, string>>>>,
  names: Readonly<Record<Thing, string>>,
): string {
  const columns = Object.entries<string>(events).map(
    ([event, says], index) => [event as Event, String.fromCharCode(97 + index), says] as const,
  );
  const rows = Object.entries<Readonly<Record<Event, string>>>(fates).map(([thing, row]) => {
    const cells = columns.map(([event]) => (row[event] === 'stays' ? '' : row[event]));
    return `| ${names[thing as Thing]} | ${cells.join(' | ')} |`;
  });
  return [
    ...columns.map(([, letter, says]) => `- **${letter}**: ${says}`),
    '',
    `| ${head} | ${columns.map(([, letter]) => letter).join(' | ')} |`,
    `| --- |${' --- |'.repeat(columns.length)}`,
    ...rows,
  ].join('\n');
}

/** What is written into the history of an account. */
export function securityEventTable(events: Readonly<Record<string, readonly [string, string]>>): string {
  const rows = Object.entries(events).map(([kind, [, sentence]]) => `| \`${kind}\` | ${sentence} |`);
  return ['| kind | what has happened |', '| --- | --- |', ...rows].join('\n');
}
