/** A conversation through a client of @hey-api/openapi-ts. */
import { createClient } from './generated/client/index.js';
import {
  attachmentsUpload,
  authRegister,
  channelsList,
  type ErrorCode,
  type Message,
  messagesGet,
  messagesList,
  messagesSend,
  serversCreate,
} from './generated/index.js';

/** Compiles because each error of each operation may have a `code`. */
interface Answer<T> {
  data?: { data: T };
  error?: { error: string; code?: ErrorCode };
}

function dataOf<T>({ data, error }: Answer<T>): T {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.error}`);
  return data.data;
}

export async function converse(url: string) {
  let token = '';
  const client = createClient({ baseUrl: url, auth: () => token });
  const body = { username: 'typed-calls', password: 'correct horse battery staple' };
  ({ token } = dataOf(await authRegister({ client, body })));

  const server = dataOf(await serversCreate({ client, body: { name: 'Rosebud' } }));
  const channels = dataOf(await channelsList({ client, path: { serverID: server.id } }));
  const path = { channelID: channels[0]?.id ?? '' };

  const plan = new File(['the plan'], 'plan.txt');
  const files = dataOf(await attachmentsUpload({ client, path, body: { file: [plan] } }));
  for (const content of ['one', 'two', 'three', 'four', 'five']) {
    const attachmentIds = content === 'five' ? files.map(({ id }) => id) : [];
    const headers = { 'Idempotency-Key': `key-${content}` };
    // The second time is a retry.
    for (const _ of [1, 2]) {
      dataOf(await messagesSend({ client, path, headers, body: { content, attachmentIds } }));
    }
  }

  const messages: Message[] = [];
  for (let before: string | undefined; ; before = messages.at(-1)?.id) {
    const page = dataOf(await messagesList({ client, path, query: { limit: 2, before } }));
    messages.push(...page);
    if (page.length < 2) break;
  }

  const { error } = await messagesGet({ client, path: { messageID: 'none' } });
  return {
    texts: messages.map(({ content }) => content),
    files: messages.flatMap(({ attachments }) => attachments.map(({ filename }) => filename)),
    refused: error?.code,
  };
}
