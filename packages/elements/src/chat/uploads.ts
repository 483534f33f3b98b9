/** A file that is being uploaded, or is uploaded and waits for its message. */
export interface Upload {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** An address of a small picture of it; null for what is no picture. */
  readonly preview: string | null;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it could not be uploaded; null where nothing has failed. */
  readonly problem: string | null;
  /** Its id once it is uploaded. */
  readonly id: string | null;
}

/** The files that the next message of a place will carry. */
export interface Staged {
  readonly items: readonly Upload[];
  /** Whether the person has sent the message while files were on their way: it goes when they are there. */
  readonly isWaiting: boolean;
}

export const NOTHING_STAGED: Staged = { items: [], isWaiting: false };

/** What happens to the files of a message that is being written. */
export type UploadChange =
  | { readonly type: 'added'; readonly items: readonly Upload[] }
  | { readonly type: 'progressed'; readonly key: string; readonly progress: number }
  | { readonly type: 'arrived'; readonly key: string; readonly id: string }
  | { readonly type: 'failed'; readonly key: string; readonly problem: string }
  | { readonly type: 'begunAgain'; readonly key: string }
  | { readonly type: 'removed'; readonly key: string }
  /** The person has sent the message while files were on their way. */
  | { readonly type: 'sent' }
  /** The person goes on writing. */
  | { readonly type: 'written' };

/**
 * The next state. Whatever the person changes, and a file that fails, ends the waiting: a message that is half changed is never sent
 * by itself.
 */
export function afterUploadChange({ items, isWaiting }: Staged, change: UploadChange): Staged {
  const set = (key: string, changes: Partial<Upload>) =>
    items.map((item) => (item.key === key ? { ...item, ...changes } : item));
  switch (change.type) {
    case 'added':
      return { items: [...items, ...change.items], isWaiting: false };
    case 'progressed':
      return { items: set(change.key, { progress: change.progress }), isWaiting };
    case 'arrived':
      return { items: set(change.key, { progress: 1, id: change.id }), isWaiting };
    case 'failed':
      return { items: set(change.key, { problem: change.problem }), isWaiting: false };
    case 'begunAgain':
      return { items: set(change.key, { progress: 0, problem: null }), isWaiting: false };
    case 'removed':
      return { items: items.filter(({ key }) => key !== change.key), isWaiting: false };
    case 'sent':
      return { items, isWaiting: true };
    case 'written':
      return { items, isWaiting: false };
  }
}

type Arrival = Pick<Upload, 'id' | 'problem'>;

/** Whether a message can be sent now, or when its files are there, or has nothing to say. */
export type Readiness = 'ready' | 'uploading' | 'nothing';

export function readiness(text: string, items: readonly Arrival[]): Readiness {
  if (isUploading(items)) return 'uploading';
  return text.trim() !== '' || items.some(({ id }) => id !== null) ? 'ready' : 'nothing';
}

function isUploading(items: readonly Arrival[]): boolean {
  return items.some(({ id, problem }) => id === null && problem === null);
}

/** The ids of the files that are there, in the order in which they were chosen. */
export function arrivedIds(items: readonly Arrival[]): string[] {
  return items.flatMap(({ id }) => id ?? []);
}
