import { paragraph, write } from '@palaver/markup/build';
import type { WebhookPost } from '../webhook-post.js';
import { GITHUB_EVENTS } from './github-events.js';
import { type Json, textAt } from './json.js';

/**
 * The message of an event of GitHub; null for one that nobody needs to hear of. What others have written is plain
 * text in it, and it mentions nobody: names there are not names here.
 */
export function githubPost(event: string, payload: Json): WebhookPost | null {
  const render = Object.hasOwn(GITHUB_EVENTS, event) ? GITHUB_EVENTS[event] : undefined;
  const said = render?.(payload) ?? null;
  if (said === null) return null;
  const repository = textAt(payload, 'repository.full_name') ?? textAt(payload, 'organization.login');
  const where = repository === null ? [] : [`[${repository}] `];
  const content = write([paragraph(...where, ...said.line), ...said.below]);
  return { content, username: null, emoji: null, mentions: [] };
}
