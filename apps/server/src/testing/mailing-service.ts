import { connect } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { startSmtpServer, type TestSmtpServer } from '../outgoing/smtp-server.fixture.js';
import { startTestServiceOn, type TestService } from './test-service.js';

/** The `PUBLIC_URL` of the service. */
export const SITE = 'https://chat.example.com';

/** A service whose mails a test reads. */
export interface MailingService {
  readonly smtp: TestSmtpServer;
  readonly service: TestService;
  /** On the database of the service. */
  readonly sql: ReturnType<typeof connect>;
  /** What the service has logged. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

export async function startMailingService(): Promise<MailingService> {
  const smtp = await startSmtpServer();
  const database = await createTestDatabase();
  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Acme Chat <chat@example.com>',
    PUBLIC_URL: SITE,
  };
  const lines: string[] = [];
  const service = await startTestServiceOn(database, environment, { onLogLine: (line) => lines.push(line) });
  const sql = connect({ url: database.url }, { max: 1 });
  return {
    smtp,
    service,
    sql,
    lines,
    close: async () => {
      await sql.end();
      await service.close();
      await database.drop();
      await smtp.stop();
    },
  };
}
