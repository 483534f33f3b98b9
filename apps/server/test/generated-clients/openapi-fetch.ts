/** A conversation through a client of openapi-typescript and openapi-fetch. */
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/palaver.js';

type Message = components['schemas']['Message'];

/** Compiles because each error of each operation may have a `code`. */
interface Answer<T> {
  data?: { data: T };
  error?: { error: string; code?: components['schemas']['ErrorCode'] };
}

function dataOf<T>({ data, error }: Answer<T>): T {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.error}`);
  return data.data;
}

export async function converse(url: string) {
  const api = createClient<paths>({ baseUrl: url });
  const body = { username: 'typed-paths', password: 'correct horse battery staple' };
  const { token } = dataOf(await api.POST('/api/auth/register', { body }));
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('Authorization', `Bearer ${token}`);
    },
  });

  const server = dataOf(await api.POST('/api/servers', { body: { name: 'Rosebud' } }));
  const channels = dataOf(
    await api.GET('/api/servers/{serverID}/channels', { params: { path: { serverID: server.id } } }),
  );
  const path = { channelID: channels[0]?.id ?? '' };

  const files = dataOf(
    await api.POST('/api/channels/{channelID}/attachments', {
      params: { path },
      body: { file: ['the plan'] },
      bodySerializer: ({ file }) => {
        const form = new FormData();
        for (const text of file) form.append('file', new Blob([text]), 'plan.txt');
        return form;
      },
    }),
  );
  for (const content of ['one', 'two', 'three', 'four', 'five']) {
    const attachmentIds = content === 'five' ? files.map(({ id }) => id) : [];
    const header = { 'Idempotency-Key': `key-${content}` };
    // The second time is a retry.
    for (const _ of [1, 2]) {
      dataOf(
        await api.POST('/api/channels/{channelID}/messages', {
          params: { path, header },
          body: { content, attachmentIds },
        }),
      );
    }
  }

  const messages: Message[] = [];
  for (let before: string | undefined; ; before = messages.at(-1)?.id) {
    const query = { limit: 2, ...(before === undefined ? {} : { before }) };
    const page = dataOf(await api.GET('/api/channels/{channelID}/messages', { params: { path, query } }));
    messages.push(...page);
    if (page.length < 2) break;
  }

  const { error } = await api.GET('/api/messages/{messageID}', { params: { path: { messageID: 'none' } } });
  return {
    texts: messages.map(({ content }) => content),
    files: messages.flatMap(({ attachments }) => attachments.map(({ filename }) => filename)),
    refused: error?.code,
  };
}
