import { parse, spansOf } from '@palaver/markup';
import { type BuiltSpan, link, text } from '@palaver/markup/build';
import { safeFilename } from '../../attachments/filename.js';
import { HIGHEST_LIMITS } from '../../kernel/services/limits.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import type { Account } from './account.js';
import type { Origin } from './records.js';
import { fileName } from './source-ids.js';
import type { SpooledMessage } from './spool.js';

const { messageFiles: FILES_MAX } = HIGHEST_LIMITS;
const LABEL_MAX = 255;

type Attachments = NonNullable<Extract<GivenArchiveLine, { type: 'message' }>['data']['attachments']>;

/** A file that the export does not have. */
export interface MissingFile {
  /** Where it is to be found; null where nothing says so. */
  readonly url: string | null;
  readonly spans: readonly BuiltSpan[];
}

/** The files that the export has, and what the message shows of others. */
export function filesOf({ files, from: { ref } }: SpooledMessage, createdAt: string, account: Account) {
  const attachments: Attachments = [];
  const missing: MissingFile[] = [];
  const from: Origin = { kind: 'file', ref };
  for (const file of files) {
    const filename = safeFilename(file.filename);
    const isOver = attachments.length >= FILES_MAX;
    if (file.key === null || isOver) {
      account.leaveOut(from, isOver ? 'manyFiles' : file.missing);
      const label = file.label ?? ([...file.filename].slice(0, LABEL_MAX).join('') || filename);
      const url = linkOf(file.url);
      missing.push({ url, spans: [url === null ? text(`[${label}]`) : link(url, label)] });
      continue;
    }
    account.take(from);
    const name = fileName(file.key);
    const mimeType = file.mimeType?.slice(0, 255) || 'application/octet-stream';
    attachments.push({ id: name, filename, mimeType, createdAt, file: { name, sizeBytes: file.sizeBytes } });
  }
  return { attachments, missing };
}

/** What a message shows of missing files: no link that its text has already, as old messages of Slack do. */
export function notLinked(missing: readonly MissingFile[], content: string): Array<readonly BuiltSpan[]> {
  const spans = [...spansOf(parse(content))];
  const linked = new Set(spans.map((span) => (span.type === 'link' ? linkOf(span.href) : null)));
  return missing.filter(({ url }) => url === null || !linked.has(url)).map(({ spans }) => spans);
}

function linkOf(url: string | null): string | null {
  return url !== null && /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).href : null;
}
