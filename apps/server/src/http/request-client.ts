/** Where a request comes from. */
export interface RequestClient {
  /** The address of the client in its canonical spelling. */
  readonly address: string;
  /** Whether a trusted proxy sent the request on. */
  readonly isProxied: boolean;
}
