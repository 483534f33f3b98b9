import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** A mail as the server got it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** With its headers. */
  readonly raw: string;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
}

/** Its text, as far as quoted-printable matters to these mails. Headers are not encoded so: `=4A` of a token stays. */
export function decodedMail(raw: string): string {
  const [, head = '', body = ''] = /^(.*?\r\n)(\r\n.*)$/s.exec(raw) ?? [];
  const decoded = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(head + decoded, 'latin1').toString('utf8');
}

/** At which step of SMTP a mail is refused, and with which status. */
export interface Refusal {
  readonly at: 'rcpt' | 'data';
  readonly status: number;
}

/** A server on loopback that takes what it is sent. */
export interface TestSmtpServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Refuses mails from now on; null: takes them. */
  refuse(refusal: Refusal | null): void;
  /** Ends the connection in the middle of this many next mails, after or before the mail counts as received. */
  breakNext(count: number, when: 'before it is kept' | 'after it is kept'): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** `offersTls`: by STARTTLS, with a certificate that has expired. */
export async function startSmtpServer({ offersTls = false } = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  let refusal: Refusal | null = null;
  let breaking: { left: number; when: string } = { left: 0, when: '' };
  const refusedAt = (step: Refusal['at']) =>
    refusal?.at === step ? Object.assign(new Error('refused'), { responseCode: refusal.status }) : null;

  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const { mailFrom, rcptTo } = session.envelope;
    const raw = await text(stream);
    const breaks = breaking.left > 0;
    if (!breaks || breaking.when === 'after it is kept') {
      received.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        raw,
        isSecure: session.secure,
      });
    }
    if (!breaks) return;
    breaking.left--;
    for (const connection of server.connections) connection.close();
  };

  const make = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: offersTls ? [] : ['STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, callback) => callback(refusedAt('rcpt')),
      onData: (stream, session, callback) => {
        take(stream, session).then(() => callback(refusedAt('data')), callback);
      },
    });
  let server = make();
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.on('error', () => {});
      const listening = server.listen(port, '127.0.0.1', () => {
        const address = listening.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  const port = await listen(0);
  return {
    port,
    received,
    refuse: (next) => {
      refusal = next;
    },
    breakNext: (left, when) => {
      breaking = { left, when };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
    start: async () => {
      server = make();
      await listen(port);
    },
  };
}
