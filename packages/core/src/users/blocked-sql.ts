/**
 * A condition: whether a person has blocked an account or the owner of that bot. Both are expressions of SQL that give an id.
 * A block covers the bots of the blocked person: nobody writes by a bot what they may not write themselves.
 */
export const hasBlocked = (person: string, other: string): string => `exists (
  select from user_blocks block where block.user_id = ${person} and block.blocked_id in (
    ${other}, (select blocked.bot_owner_id from users blocked where blocked.id = ${other})))`;
