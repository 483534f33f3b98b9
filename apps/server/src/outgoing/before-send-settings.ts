export interface BeforeSendSettings {
  readonly url: URL;
  /** The key of the signatures. */
  readonly key: Buffer;
  /** What becomes of a message about which the hook gives no usable answer. */
  readonly onFailure: 'accept' | 'refuse';
}
