/**
 * Names that no account may take: what mentions address (`@here`), what paths and pages are called, and whom people take
 * for the service itself. Accounts from before keep theirs.
 */
const RESERVED: ReadonlySet<string> = new Set([
  'all',
  'channel',
  'everyone',
  'group',
  'here',

  'api',
  'docs',
  'login',
  'logout',
  'me',
  'register',
  'settings',
  'trpc',

  'admin',
  'administrator',
  'anonymous',
  'deleted',
  'deleted-user',
  'moderator',
  'official',
  'palaver',
  'root',
  'security',
  'staff',
  'support',
  'system',
]);

/** Whether a user name, in any case, is one of these. */
export function isReservedUsername(username: string): boolean {
  return RESERVED.has(username.toLowerCase());
}
