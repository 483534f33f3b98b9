export interface User {
  readonly name: string;
  readonly id: string;
  readonly token: string;
}

/** What the workload acts on: one server with its channels and users. */
export interface Scenario {
  readonly serverId: string;
  readonly inviteCode: string;
  readonly publicIds: readonly string[];
  readonly privateIds: readonly string[];
  /** Adds and removes members. */
  readonly owner: User;
  /** Write. Members of every channel throughout the run. */
  readonly writers: readonly User[];
  /** Write. Members of every channel whose access is revoked and restored again and again. */
  readonly revokedUsers: readonly User[];
  /** Joins and leaves the public channels and never writes. */
  readonly observer: User;
}

/** The streams that a member of every channel may subscribe to: channels, server, and the user's own stream. */
export function streamsOf({ serverId, publicIds, privateIds }: Scenario, user: User): string[] {
  return [...publicIds, ...privateIds, serverId, user.id];
}
