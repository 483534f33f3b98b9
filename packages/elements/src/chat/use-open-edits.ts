import type { DraftKeeper } from '@palaver/client/personal';
import { type PalaverStore, resources, stateOf } from '@palaver/client/store';
import { useStore } from '@palaver/react';
import { useEffect, useSyncExternalStore } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useDrafts } from '../host/chat-session.js';
import { useTexts } from '../i18n/i18n.js';
import { type EditView, OpenEdits, withRescued } from './open-edits.js';
import { noteTyped } from './typed-texts.js';

/** Of each store, and so of each session: another person who signs in here sees none of them. */
const all = new WeakMap<PalaverStore, OpenEdits>();

export function useOpenEdits(): OpenEdits {
  const store = useStore();
  const known = all.get(store);
  if (known) return known;
  const edits = new OpenEdits(({ id, channelId }, onGone) => watchMessage(store, id, channelId, onGone));
  all.set(store, edits);
  return edits;
}

/** The text of a message as it is being changed; null while it is not. */
export function useOpenEdit(view: EditView, messageId: string): string | null {
  const edits = useOpenEdits();
  const get = () => edits.textOf(view, messageId);
  return useSyncExternalStore(edits.subscribe, get, get);
}

export function useIsEdited(view: EditView, messageId: string): boolean {
  const edits = useOpenEdits();
  const get = () => edits.textOf(view, messageId) !== null;
  return useSyncExternalStore(edits.subscribe, get, get);
}

/** What was typed into a message that is gone becomes what the person has begun to write in its place, and they are told. */
export function useLostEdits(): void {
  const edits = useOpenEdits();
  const drafts = useDrafts();
  const t = useTexts();
  const { tell } = useChatHost();
  useEffect(() => {
    const rescue = () => {
      for (const { message, text } of edits.takeLost()) {
        keep(drafts, message, text);
        tell(t.editedWasDeleted, true);
      }
    };
    rescue();
    return edits.subscribe(rescue);
  }, [edits, drafts, t, tell]);
}

function keep(drafts: DraftKeeper, place: { channelId: string; threadId: string | null }, text: string) {
  const { channelId, threadId } = place;
  const kept = withRescued(drafts.textOf({ channelId, threadId }), text);
  drafts.write({ channelId, threadId }, kept);
  noteTyped(drafts, { channelId, threadId }, kept);
}

function watchMessage(store: PalaverStore, messageId: string, channelId: string, onGone: () => void) {
  const resource = resources.message(messageId, channelId);
  const stopWatching = store.watch(resource);
  const stopListening = store.subscribe(
    (state) => {
      const { status, value } = stateOf(state, resource);
      return status === 'gone' || (status === 'ready' && value === null);
    },
    (isGone) => isGone && onGone(),
  );
  return () => {
    stopListening();
    stopWatching();
  };
}
