import { refusalOf } from '@palaver/elements/ui/refusal.js';

interface EmojiUpload {
  readonly serverId: string;
  readonly name: string;
  readonly file: File;
  readonly token: string;
}

/** Adds an emoji to a server. It is a file with a name, which the typed client does not send. Throws a `Refusal`. */
export async function uploadEmoji({ serverId, name, file, token }: EmojiUpload): Promise<void> {
  const body = new FormData();
  body.append('file', file);
  const answer = await fetch(`/api/servers/${serverId}/emoji?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() },
    body,
  });
  if (!answer.ok) throw await refusalOf(answer);
}
