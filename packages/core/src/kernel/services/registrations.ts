export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
/** Who may register: everybody, who has an invite to a server, or nobody. */
export type Registration = (typeof REGISTRATIONS)[number];
