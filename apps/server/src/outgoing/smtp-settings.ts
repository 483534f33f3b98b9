export interface SmtpSettings {
  /** `smtp:` or `smtps:`, with user and password where the server asks for them. */
  readonly server: URL;
  readonly from: MailSender;
  /** Where the pages are that links in mails lead to; null: this service has them. */
  readonly pagesUrl: string | null;
}

export interface MailSender {
  readonly name: string;
  readonly address: string;
}
