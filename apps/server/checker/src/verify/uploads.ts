import type { StoredAttachment } from '../history/final-state.js';
import type { History } from '../history/history.js';
import { groupBy } from '../support/group-by.js';
import type { Violation } from './violation.js';

/**
 * What the messages carry downloads as it was uploaded, and no upload is stored twice. The name of a file is the SHA-256
 * of its bytes. That each acknowledged upload reaches its message is verified with the other writes.
 */
export function verifyUploads({ finalState: { log, attachments, downloads } }: History): Violation[] {
  const deletedIds = new Set(
    log.flatMap(({ event: { type, data } }) => (type === 'message.deleted' ? [data.id] : [])),
  );
  const carried = log.flatMap(({ event: { type, data } }) => (type === 'message.created' ? [data] : []));
  const kept = carried.filter(({ id }) => !deletedIds.has(id)).flatMap((message) => message.attachments);
  return [
    ...kept.flatMap(({ id, filename }) => verifyDownload(id, filename, downloads.get(id))),
    ...storedTwice([...attachments, ...carried.flatMap((message) => message.attachments)]),
  ];
}

function verifyDownload(id: string, filename: string, download: string | undefined): Violation[] {
  if (download === filename) return [];
  const detail = `${id}, ${filename}: the download gives ${download}`;
  return [{ property: 'every attachment downloads as it was uploaded', detail }];
}

function storedTwice(attachments: readonly StoredAttachment[]): Violation[] {
  return [...groupBy(attachments, ({ filename }) => filename)].flatMap(([filename, group]): Violation[] => {
    const ids = new Set(group.map(({ id }) => id));
    if (ids.size === 1) return [];
    return [{ property: 'no write is applied twice', detail: `${filename} is stored as ${[...ids]}` }];
  });
}
