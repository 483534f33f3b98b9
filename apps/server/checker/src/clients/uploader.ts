import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { pause } from '../support/pause.js';
import type { Client } from './client.js';
import { postAttachment, uploadFile } from './message-operations.js';
import type { RecentMessages } from './recent-messages.js';
import type { Scenario, User } from './scenario.js';

const PAUSE_MAX_MS = 400;
/** More than the 64 KiB in which the service writes what arrives. */
const LARGE_BYTES = 200 * 1024;
const SMALL_BYTES = 2 * 1024;
const LARGE_SHARE = 0.2;
const REPEATED_SHARE = 0.2;

const UploadResponse = z.object({ data: z.tuple([z.object({ id: z.string() })]) });
const PostResponse = z.object({
  data: z.object({ id: z.string(), userId: z.string(), channelId: z.string() }),
});

export interface UploaderOptions {
  readonly scenario: Scenario;
  /** A member of every channel throughout the run, so that no post is refused. */
  readonly user: User;
  readonly client: Client;
  readonly recent: RecentMessages;
}

/** Uploads a file and posts a message that carries it, again and again until stopped. */
export async function runUploader(options: UploaderOptions, stop: AbortSignal): Promise<void> {
  const { random } = options.client;
  while (!stop.aborted) {
    await uploadAndPost(options);
    await pause(random.next() * PAUSE_MAX_MS, stop);
  }
}

async function uploadAndPost({ scenario, user, client, recent }: UploaderOptions): Promise<void> {
  const { random } = client;
  const channelId = random.pick([...scenario.publicIds, ...scenario.privateIds]);
  const bytes = randomBytes(random.int(1, random.chance(LARGE_SHARE) ? LARGE_BYTES : SMALL_BYTES));
  // The name is unique, and says what a download must give.
  const file = { name: createHash('sha256').update(bytes).digest('hex'), bytes };
  const upload = uploadFile(user, channelId, file, randomUUID());
  const uploaded = await client.invoke(upload, { repeats: random.chance(REPEATED_SHARE) });
  if (uploaded.kind !== 'ok') return;
  const [{ id: attachmentId }] = UploadResponse.parse(JSON.parse(uploaded.body)).data;
  const content = `${user.name} attaches ${file.name}`;
  const posted = await client.invoke(
    postAttachment(user, { channelId, content, attachmentId, key: randomUUID() }),
  );
  if (posted.kind === 'ok') recent.add(PostResponse.parse(JSON.parse(posted.body)).data);
}
