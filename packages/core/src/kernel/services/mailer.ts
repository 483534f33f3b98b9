/** A mail as it goes to the server of the operator. */
export interface Mail {
  /** The same for each try to send it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For the header `List-Unsubscribe`: one click there ends the mails of this kind (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Why a mail was not sent. It has no address and no text of the server, which may repeat one. */
export class MailError extends Error {
  /** Whether the server has refused this mail for good. */
  readonly isPermanent: boolean;
  /** Of SMTP, such as 550, or of the connection, such as `ETIMEDOUT`. */
  readonly reason: string;

  constructor(reason: string, isPermanent: boolean) {
    super(`The mail was not sent: ${reason}.`);
    this.reason = reason;
    this.isPermanent = isPermanent;
  }
}

export interface Mailer {
  /** Resolves once the server has taken over the mail. Throws `MailError`. */
  send(mail: Mail): Promise<void>;
}
