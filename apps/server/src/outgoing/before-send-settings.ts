export interface BeforeSendSettings {
  readonly url: URL;
  /** Each signs, so that a hook that knows one of them accepts the call. */
  readonly keys: readonly Buffer[];
  /** What becomes of a message about which the hook gives no usable answer. */
  readonly onFailure: 'accept' | 'refuse';
}
