/** What a hub is doing at one instant. */
export interface HubMeasures {
  /** Open event streams: WebSockets that are signed in, native subscriptions, server-sent events. */
  readonly feeds: number;
  readonly followedStreams: number;
  /** Of the relay that is furthest behind its stream: how many events. */
  readonly lagEvents: number;
  /** Since the start of the last comparison of all relays with the log; 0 while there is no connection. */
  readonly lagSeconds: number;
  /** Persons whose replay budget is not full. */
  readonly replayingPersons: number;
}
