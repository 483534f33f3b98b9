import type { WebhookPost } from '../webhook-post.js';
import { GITHUB_EVENTS } from './github-events.js';
import { type Json, textAt } from './json.js';
import { escaped } from './markdown.js';

/**
 * The message of an event of GitHub; null for one that nobody needs to hear of. What it says of others' texts is escaped, and
 * it mentions nobody: names there are not names here.
 */
export function githubPost(event: string, payload: Json): WebhookPost | null {
  const render = Object.hasOwn(GITHUB_EVENTS, event) ? GITHUB_EVENTS[event] : undefined;
  const content = render?.(payload) ?? null;
  if (content === null) return null;
  const repository = textAt(payload, 'repository.full_name') ?? textAt(payload, 'organization.login');
  const where = repository === null ? '' : `[${escaped(repository)}] `;
  return { content: `${where}${content}`, username: null, avatarUrl: null, emoji: null, mentions: [] };
}
