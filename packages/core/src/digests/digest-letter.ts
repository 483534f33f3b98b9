import { coveredText, parse } from '@palaver/markup';
import { escapeHtml } from '../mail/escape-html.js';
import { type Letter, named } from '../mail/letters.js';
import type { DigestItem } from './item-queries.js';

/** As many messages a letter shows; it counts the others. */
export const SHOWN_MAX = 20;
const TEXT_MAX = 280;

type ShownItem = Pick<
  DigestItem,
  'author' | 'channelName' | 'serverName' | 'text' | 'channelId' | 'messageId'
>;

interface Digest {
  readonly username: string;
  /** The oldest first, and never none. */
  readonly items: readonly ShownItem[];
  readonly pagesUrl: string;
  readonly unsubscribeUrl: string;
}

/** Tells of unread messages. */
export function digestLetter({ username, items, pagesUrl, unsubscribeUrl }: Digest): Letter {
  const shown = items.slice(0, SHOWN_MAX).map((item) => shownItem(item, pagesUrl));
  const others = items.length - shown.length;
  const count = items.length === 1 ? '1 unread message' : `${items.length} unread messages`;
  const [hello, intro] = [
    `Hello ${named(username)},`,
    `you have ${count} (mentions, direct messages and reminders):`,
  ];
  const more = others > 0 ? [`and ${others} more.`] : [];
  const why =
    'You get this mail because you have not read them for a while. How often it comes is a setting of your account.';
  const subject = `You have ${count}`;
  const textItems = shown.map(({ head, text, url }) => `${head}\n${text}\n${url}`);
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const htmlItems = shown.map(
    ({ head, text, url }) =>
      `<p><b>${escapeHtml(head)}</b><br>${escapeHtml(text)}<br><a href="${escapeHtml(url)}">Open the message</a></p>`,
  );
  const body = [
    ...[hello, intro].map(paragraph),
    ...htmlItems,
    ...[...more, why].map(paragraph),
    `<p><a href="${escapeHtml(unsubscribeUrl)}">Get no more of these mails</a></p>`,
  ];
  return {
    subject,
    text: `${[hello, intro, ...textItems, ...more, why, `Get no more of these mails:\n${unsubscribeUrl}`].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body>${body.join('')}</body></html>`,
    unsubscribeUrl,
  };
}

function shownItem(
  { author, channelName, serverName, text, channelId, messageId }: ShownItem,
  pagesUrl: string,
) {
  const where =
    channelName === null ? 'in a direct message' : `in #${named(channelName)}, ${named(serverName ?? '')}`;
  const query = new URLSearchParams({ channelId, messageId });
  return { head: `${named(author)} ${where}:`, text: beginningOf(text), url: `${pagesUrl}/message?${query}` };
}

/** The beginning of what a text shows, on one line. */
function beginningOf(text: string): string {
  const line = coveredText(parse(text)).text.replace(/\s+/g, ' ').trim();
  if (line === '') return '(a file)';
  const characters = [...line];
  return characters.length <= TEXT_MAX ? line : `${characters.slice(0, TEXT_MAX).join('').trimEnd()}…`;
}
