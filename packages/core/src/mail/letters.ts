import { escapeHtml } from './escape-html.js';

/** What a mail says. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where one click ends the mails of this kind (RFC 8058); absent where they cannot be ended. */
  readonly unsubscribeUrl?: string;
}

interface LetterParts {
  /** The same for everybody: what people have chosen themselves stands in the body alone. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Below the link. */
  readonly notes?: readonly string[];
}

/** Confirms that an address is the person's. */
export function verificationLetter(username: string, url: string): Letter {
  return letter({
    subject: 'Confirm your e-mail address',
    paragraphs: [`Hello ${named(username)},`, 'please confirm that this address is yours.'],
    link: { label: 'Confirm the address', url },
    notes: ['The link works once, for 24 hours. If you have no account here, ignore this mail.'],
  });
}

export function resetLetter(username: string, url: string): Letter {
  return letter({
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${named(username)},`,
      'somebody, probably you, has asked for a new password for your account.',
    ],
    link: { label: 'Set a new password', url },
    notes: [
      'The link works once, for 30 minutes. If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  });
}

/** For whom an account was made with what they had written in another system. */
export function invitationLetter(username: string, url: string): Letter {
  return letter({
    subject: 'Your account is ready',
    paragraphs: [
      `Hello ${named(username)},`,
      'your team has moved here, with its messages. An account was made for you, and it has what you wrote.',
      `Set a password, and sign in as ${named(username)}.`,
    ],
    link: { label: 'Set a password', url },
    notes: ['The link works once, for seven days. If you do not know of this, ignore this mail.'],
  });
}

/** For who has an account with this address already, where another one asks for it. */
export function addressInUseLetter(username: string, url: string): Letter {
  return letter({
    subject: 'You already have an account',
    paragraphs: [
      `Hello ${named(username)},`,
      'somebody, probably you, gave this address for another account. It is that of your account, and stays so.',
      'Sign in with your account. If you have forgotten its password, set a new one:',
    ],
    link: { label: 'Set a new password', url },
    notes: ['The link works once, for 30 minutes. If it was not you, there is nothing to do.'],
  });
}

/** Where and how something happened to an account. */
export interface SecurityFacts {
  readonly at: Date;
  readonly device: string | null;
  readonly network: string | null;
}

export function securityLetter(
  username: string,
  [subject, sentence]: readonly [subject: string, sentence: string],
  { at, device, network }: SecurityFacts,
): Letter {
  return letter({
    subject,
    paragraphs: [
      `Hello ${named(username)},`,
      sentence,
      `Time: ${at.toUTCString()}`,
      `Device: ${device ?? 'unknown'}`,
      `Network: ${network ?? 'unknown'}`,
      'If this was you, there is nothing to do. If not, set another password at once, end all other sessions, and look at the security page of your settings.',
    ],
  });
}

const WHY_DISABLED = {
  gone: 'Its receiver answered that it is gone for good (410).',
  failing: 'Nothing could be delivered to it for 72 hours.',
  backlog: 'Too many events waited for it.',
  unauthorized: 'You may not manage webhooks of the server any more.',
  exposed: 'Somebody knows its secret who may not. Give it another one before you enable it again.',
} as const;

/** The host is the only thing in it that somebody has chosen. */
export function webhookDisabledLetter(
  username: string,
  { host, reason }: { readonly host: string; readonly reason: keyof typeof WHY_DISABLED },
): Letter {
  return letter({
    subject: 'An outgoing webhook was disabled',
    paragraphs: [
      `Hello ${named(username)},`,
      `an outgoing webhook of yours was disabled: the one at the host ${named(host)}.`,
      WHY_DISABLED[reason],
      'What was not delivered is kept for seven days. Mend what is wrong, and enable the webhook again.',
    ],
  });
}

/** For an admin of a server; its name is chosen by its people. */
export function secretsExposedLetter(
  username: string,
  { serverName }: { readonly serverName: string },
): Letter {
  return letter({
    subject: 'Somebody knows secrets of webhooks',
    paragraphs: [
      `Hello ${named(username)},`,
      `somebody who was shown secrets of webhooks of the server ${named(serverName)} may not manage them any more.`,
      'The settings of the server list them under Webhooks. There you give them new secrets, or disable them. A ban has stopped them already.',
    ],
  });
}

/** Shows an admin that mails arrive. */
export function testLetter(publicUrl: string): Letter {
  return letter({
    subject: 'Test mail',
    paragraphs: [
      `This is a test mail of the service at ${named(publicUrl)}.`,
      'An admin has asked for it. Nobody else gets it, and there is nothing to do.',
    ],
  });
}

/** Mail programs make a link of what looks like a host, and a name is chosen by its person: an invisible break ends that. */
export function named(name: string): string {
  return name.replaceAll(/[.:@/]/g, '$&\u200b');
}

function letter({ subject, paragraphs, link, notes = [] }: LetterParts): Letter {
  const textParts = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...notes];
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const anchor = link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : [];
  const htmlParts = [...paragraphs.map(paragraph), ...anchor, ...notes.map(paragraph)];
  return {
    subject,
    text: `${textParts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body>${htmlParts.join('')}</body></html>`,
  };
}
