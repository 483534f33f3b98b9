import { TestMail } from '@palaver/core/protocol';
import type { AdminApi } from './admin-api.js';
import type { Answer } from './terminal.js';

/** Lets the service send a test mail. Throws a `CommandError` with the reason. */
export async function sendTestMail(api: AdminApi, address: string): Promise<Answer> {
  const sent = await api(TestMail, 'POST', 'test-mail', { address });
  return { data: sent, text: `The mail server has accepted the mail to ${sent.address}.` };
}
