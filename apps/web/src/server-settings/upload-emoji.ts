interface EmojiUpload {
  readonly serverId: string;
  readonly name: string;
  readonly file: File;
  readonly token: string;
}

/** The service has refused a file, with a sentence that says why. */
export class UploadRefused extends Error {}

/** Adds an emoji to a server. It is a file with a name, which the typed client does not send. Throws `UploadRefused`. */
export async function uploadEmoji({ serverId, name, file, token }: EmojiUpload): Promise<void> {
  const body = new FormData();
  body.append('file', file);
  const answer = await fetch(`/api/servers/${serverId}/emoji?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() },
    body,
  });
  if (answer.ok) return;
  const { error, issues }: { error: string; issues?: { path: string; message: string }[] } =
    await answer.json();
  const [issue] = issues ?? [];
  throw new UploadRefused(issue ? `${issue.path} ${issue.message}` : error);
}
