/** The uploads under way in this process, and the room that they may take. */
export interface Uploads {
  /**
   * Runs an upload of a person when it is its turn: a few of a person and some hundred of all are under way at once, and
   * the others wait unread. Throws `BUSY` when too many wait.
   */
  run<T>(personId: string, kind: UploadKind, work: (upload: Upload) => Promise<T>): Promise<T>;
  /** How many uploads are under way, for the metrics. */
  underWay(): number;
}

/**
 * An attachment counts for the quotas of stored bytes. An avatar, an icon and an emoji do not: each account or server has
 * one or a few, of a small size. An archive that is imported goes when the import is over.
 */
export type UploadKind = 'attachment' | 'avatar' | 'icon' | 'emoji' | 'archive';

/** One upload. What it has reserved is free again when it ends; by then the database counts what was stored. */
export interface Upload {
  /** Refuses at once an upload of this many bytes that cannot succeed. Throws as `reserve` does. */
  requireRoom(bytes: number): Promise<void>;
  /**
   * Reserves room for this many further bytes, before they are written. Throws `STORAGE_QUOTA_EXCEEDED` beyond the quota of
   * the person, `STORAGE_FULL` beyond that of all, and `DISK_FULL` when less of the disk would stay free than is kept.
   */
  reserve(bytes: number): Promise<void>;
}
