import { hash } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import { type Origin, SOMEBODY, type SourceFile, type SourceRecord } from '../converting/records.js';
import type { ZipExport } from '../converting/zip-export.js';

const EVERY = Number.POSITIVE_INFINITY;

interface RoomFile {
  readonly zip: Pick<ZipExport, 'size'>;
  readonly path: string;
}

/** A line of a room. */
export function messageOf(value: Json, room: string, file: RoomFile, from: Origin): SourceRecord {
  const type = textAt(value, 'type');
  const why = whyNot(value, type);
  if (why !== null) return { type: 'leftOut', from, why };
  const username = textAt(value, 'username');
  const attachments = itemsAt(value, 'attachments', EVERY);
  return {
    type: 'message',
    from,
    id: idOf(room, value),
    placeId: room,
    directIds: null,
    author: username === null ? SOMEBODY : { id: username, name: username, isBot: false },
    threadId: null,
    at: instantOf(value),
    editedAt: null,
    isDeleted: false,
    pin: null,
    shownAs: null,
    body: { msg: textAt(value, 'msg') ?? '', attachments: attachments.filter((one) => !isFile(one)) },
    files: attachments.filter(isFile).map((one) => fileOf(one, file)),
    reactions: [],
    changes: [],
  };
}

function whyNot(value: Json, type: string | null): LineReasonCode | null {
  if (typeof value !== 'object' || value === null) return 'noObject';
  if (type === 'e2e') return 'encrypted';
  return type === null ? null : 'note';
}

/** An export gives messages no id: who wrote when tells one from another, also after its text was edited. */
function idOf(room: string, value: Json): string {
  const parts = [room, textAt(value, 'username'), instantOf(value)];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/** An instant is a text, or an object as MongoDB writes it. */
function instantOf(value: Json): number | null {
  const given = field(value, 'ts');
  const instant = typeof given === 'object' ? field(given, '$date') : given;
  return typeof instant === 'string' || typeof instant === 'number' ? new Date(instant).getTime() : null;
}

const isFile = (attachment: Json): boolean => textAt(attachment, 'fileId') !== null;

/** The files of a room are beside it, as `assets/ID-NAME`. */
function fileOf(attachment: Json, { zip, path }: RoomFile): SourceFile {
  const id = textAt(attachment, 'fileId') ?? '';
  const filename = textAt(attachment, 'fileName') ?? textAt(attachment, 'title') ?? 'file';
  const key = join(dirname(path), 'assets', `${id}-${filename}`);
  const sizeBytes = zip.size(key);
  const kinds = ['image_type', 'video_type', 'audio_type'].map((name) => textAt(attachment, name));
  return {
    key: sizeBytes === null ? null : key,
    sizeBytes: sizeBytes ?? 0,
    filename,
    mimeType: kinds.find((kind) => kind !== null) ?? null,
    label: null,
    url: textAt(attachment, 'url'),
    missing: 'fileMissing',
  };
}
