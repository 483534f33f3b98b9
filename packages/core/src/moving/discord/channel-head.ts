import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';

/** What a file says of its channel. */
export interface ChannelHead {
  readonly path: string;
  readonly guild: { readonly id: string; readonly name: string; readonly iconUrl: string | null };
  readonly id: string;
  readonly name: string;
  readonly topic: string | null;
  readonly isThread: boolean;
  readonly isDirect: boolean;
  /** Of a thread its channel; of a channel its category, which is none. */
  readonly parent: { readonly id: string; readonly name: string } | null;
}

/** Null for what is no file of a channel. */
export function headOf(path: string, value: Json): ChannelHead | null {
  const id = textAt(value, 'channel.id');
  if (id === null) return null;
  const type = textAt(value, 'channel.type') ?? '';
  const parentId = textAt(value, 'channel.categoryId');
  return {
    path,
    guild: {
      id: textAt(value, 'guild.id') ?? '0',
      name: textAt(value, 'guild.name') ?? 'Discord',
      iconUrl: textAt(value, 'guild.iconUrl'),
    },
    id,
    name: textAt(value, 'channel.name') ?? id,
    topic: textAt(value, 'channel.topic'),
    isThread: /thread$/i.test(type),
    isDirect: /^direct/i.test(type),
    parent: parentId === null ? null : { id: parentId, name: textAt(value, 'channel.category') ?? parentId },
  };
}
