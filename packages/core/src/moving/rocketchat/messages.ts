import { hash } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import {
  type NamedPerson,
  type Origin,
  SOMEBODY,
  type SourceFile,
  type SourceRecord,
} from '../converting/records.js';
import type { ZipExport } from '../converting/zip-export.js';

const EVERY = Number.POSITIVE_INFINITY;

interface RoomFile {
  readonly zip: Pick<ZipExport, 'size'>;
  readonly path: string;
}

interface Where extends RoomFile {
  readonly room: string;
  /** Null where the line names nobody. */
  readonly author: NamedPerson | null;
}

/** A line of a room. */
export function messageOf(value: Json, where: Where, from: Origin): SourceRecord {
  const why = whyNot(value, textAt(value, 'type'));
  if (why !== null) return { type: 'leftOut', from, why };
  const attachments = itemsAt(value, 'attachments', EVERY);
  return {
    type: 'message',
    from,
    id: idOf(value, where),
    placeId: where.room,
    directIds: null,
    author: where.author ?? SOMEBODY,
    threadId: null,
    at: instantOf(value),
    editedAt: null,
    isDeleted: false,
    pin: null,
    shownAs: null,
    // A quotation has nothing but the link that its message begins with.
    body: {
      msg: textAt(value, 'msg') ?? '',
      attachments: attachments.filter(
        (one) => fileIdOf(one) === null && textAt(one, 'message_link') === null,
      ),
    },
    files: filesOf(attachments, where),
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
function idOf(value: Json, { room, author }: Where): string {
  const isNamed = author !== null && author.id === textAt(value, 'username');
  return hash('sha256', JSON.stringify([room, isNamed ? author.id : null, instantOf(value)]), 'base64url');
}

/** An instant is a text, or an object as MongoDB writes it. */
function instantOf(value: Json): number | null {
  const given = field(value, 'ts');
  const instant = typeof given === 'object' ? field(given, '$date') : given;
  return typeof instant === 'string' || typeof instant === 'number' ? new Date(instant).getTime() : null;
}

const UPLOAD = /\/file-upload\/([^/?#]+)\//;

/** The id of an uploaded file; null for another attachment. Each one of a message has the id of its first file beside its own. */
function fileIdOf(attachment: Json): string | null {
  const [, id] = UPLOAD.exec(textAt(attachment, 'url') ?? '') ?? [];
  if (id !== undefined) return id;
  return textAt(attachment, 'message_link') === null ? textAt(attachment, 'fileId') : null;
}

/** Each file once: another attachment of the message may be about it as well. */
function filesOf(attachments: readonly Json[], file: RoomFile): SourceFile[] {
  const known = new Set<string | null>([null]);
  return attachments.flatMap((one) => {
    const id = fileIdOf(one);
    if (id === null || known.has(id)) return [];
    known.add(id);
    return [fileOf(one, id, file)];
  });
}

/** The files of a room are beside it, as `assets/ID-NAME`. */
function fileOf(attachment: Json, id: string, { zip, path }: RoomFile): SourceFile {
  const isFirst = textAt(attachment, 'fileId') === id;
  const filename = (isFirst ? textAt(attachment, 'fileName') : null) ?? textAt(attachment, 'title') ?? 'file';
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
