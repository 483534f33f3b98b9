/** Something long that goes on beside the posts of others. */
export interface LongOperation {
  /** The channels that are posted to meanwhile, because the operation is about them. */
  readonly channelIds: readonly string[];
  start(): Promise<void>;
  isDone(): Promise<boolean>;
}
