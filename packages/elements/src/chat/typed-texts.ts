import type { DraftKeeper, DraftPlace } from '@palaver/client/personal';
import { type DraftText, useDraft } from '@palaver/react';
import { useEffect } from 'react';
import { useDrafts } from '../host/chat-session.js';

/**
 * What was in the fields of this window at last, by channel and thread. The service removes the drafts of a channel that ends
 * for the person, and so they go from the keeper; what is here goes only when the person empties the field.
 */
const typed = new WeakMap<DraftKeeper, Map<string, Map<string | null, string>>>();

/** `useDraft`, of which the last text stays within reach when the channel ends. */
export function useTypedText(channelId: string, threadId: string | null): DraftText {
  const drafts = useDrafts();
  const [text, write] = useDraft(drafts, channelId, threadId);
  useEffect(() => {
    if (text !== '') noteTyped(drafts, { channelId, threadId }, text);
  }, [drafts, channelId, threadId, text]);
  return [
    text,
    (next) => {
      noteTyped(drafts, { channelId, threadId }, next);
      write(next);
    },
  ];
}

export function noteTyped(drafts: DraftKeeper, { channelId, threadId }: DraftPlace, text: string): void {
  const ofKeeper = typed.get(drafts) ?? new Map<string, Map<string | null, string>>();
  typed.set(drafts, ofKeeper);
  const ofChannel = ofKeeper.get(channelId) ?? new Map<string | null, string>();
  ofKeeper.set(channelId, ofChannel);
  ofChannel.set(threadId, text);
}

/** What the person has begun to write in a channel and in its threads. */
export function typedIn(drafts: DraftKeeper, channelId: string): readonly string[] {
  const ofChannel = typed.get(drafts)?.get(channelId);
  const inField = ofChannel?.get(null) ?? drafts.textOf({ channelId, threadId: null });
  const inThreads = [...(ofChannel ?? [])].flatMap(([threadId, text]) => (threadId === null ? [] : text));
  return [inField, ...inThreads].filter((text) => text.trim() !== '');
}
