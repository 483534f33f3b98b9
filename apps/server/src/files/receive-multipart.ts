import type { IncomingMessage } from 'node:http';
import {
  AppError,
  type FileStore,
  fileTooLarge,
  IncomingFile,
  type ReceivedFile,
  tooManyFiles,
  type Upload,
} from '@palaver/core';
import { partDisposition } from './content-disposition.js';
import { type MultipartEvent, OTHER_BYTES_MAX, otherBytesTooLarge, readMultipart } from './multipart.js';

/** The only field that takes files (docs/reference.md, section 4). */
const FIELD = 'file';

export interface UploadLimits {
  readonly files: number;
  readonly fileBytes: number;
}

/** What a form may have. */
export interface FormLimits extends UploadLimits {
  /** The bytes of everything besides the files. */
  readonly otherBytes: number;
  /** Whether a field takes files. */
  readonly takesFiles: (field: string) => boolean;
}

/** The fields of a form that are no files, by their names. */
export type FormFields = ReadonlyMap<string, string>;

/** A file of which a part has arrived. */
interface PartialFile {
  readonly headers: FileHeaders;
  readonly file: IncomingFile;
}

/** What receiving files needs from the process. */
export interface Receiver {
  readonly files: Pick<FileStore, 'temporaryPath'>;
  readonly upload: Upload;
}

/**
 * Streams the files of a multipart body to the store's disk, passes them to `use` when all have arrived, and returns what
 * that returns. Limits apply while streaming; nothing is read after the first error; and files that `use` has not adopted
 * are deleted when this returns or throws. Fields other than `file` are ignored, unless they are files.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`, `FILE_MISSING`, `TOO_MANY_FILES`, `FILE_TOO_LARGE`,
 * `BODY_TOO_LARGE`, and when there is no room `STORAGE_QUOTA_EXCEEDED`, `STORAGE_FULL` or `DISK_FULL`.
 */
export async function receiveFiles<T>(
  req: IncomingMessage,
  receiver: Receiver,
  limits: UploadLimits,
  use: (files: [ReceivedFile, ...ReceivedFile[]]) => Promise<T>,
): Promise<T> {
  const form = { ...limits, otherBytes: OTHER_BYTES_MAX, takesFiles: (field: string) => field === FIELD };
  return receiveForm(req, receiver, form, async ([first, ...more]) => {
    if (!first) throw new AppError('FILE_MISSING');
    return use([first, ...more]);
  });
}

/** The same for a form with other fields, with or without files. */
export async function receiveForm<T>(
  req: IncomingMessage,
  receiver: Receiver,
  limits: FormLimits,
  use: (files: readonly ReceivedFile[], fields: FormFields) => Promise<T>,
): Promise<T> {
  const received: PartialFile[] = [];
  try {
    const events = readMultipart(req, limits.files * limits.fileBytes + limits.otherBytes);
    await receiver.upload.requireRoom(
      Math.max(0, Number(req.headers['content-length'] ?? 0) - limits.otherBytes),
    );
    const fields = await storeParts(events, receiver, limits, received);
    return await use(received.map(toReceivedFile), fields);
  } finally {
    await Promise.all(received.map(({ file }) => file.discard()));
  }
}

function toReceivedFile({ headers, file }: PartialFile): ReceivedFile {
  return { ...headers, path: file.path, sizeBytes: file.sizeBytes };
}

async function storeParts(
  events: AsyncIterable<MultipartEvent>,
  receiver: Receiver,
  limits: FormLimits,
  received: PartialFile[],
): Promise<FormFields> {
  const fields = new Map<string, Buffer[]>();
  let current: IncomingFile | undefined;
  let field: Buffer[] = [];
  let otherBytes = 0;
  for await (const event of events) {
    if (event.type === 'part') {
      const headers = fileOf(event.headers, limits.takesFiles);
      const { name } = partDisposition(event.headers.get('content-disposition') ?? '');
      field = [];
      if (!headers && name) fields.set(name, field);
      if (headers && received.length === limits.files) throw tooManyFiles(limits.files);
      current = headers && (await begin(receiver));
      if (headers && current) received.push({ headers, file: current });
    } else if (event.type === 'end') {
      await current?.finish();
    } else if (current) {
      if (current.sizeBytes + event.bytes.length > limits.fileBytes) throw fileTooLarge(limits.fileBytes);
      await current.append(event.bytes);
    } else {
      otherBytes += event.bytes.length;
      if (otherBytes > limits.otherBytes) throw otherBytesTooLarge();
      field.push(Buffer.from(event.bytes));
    }
  }
  return new Map([...fields].map(([name, parts]) => [name, Buffer.concat(parts).toString('utf8')]));
}

type FileHeaders = Pick<ReceivedFile, 'filename' | 'mimeType'>;

/** The name and type of the file in a part. Browsers send an empty file input with an empty name: that is no file. */
function fileOf(
  headers: ReadonlyMap<string, string>,
  takesFiles: FormLimits['takesFiles'],
): FileHeaders | undefined {
  const { name, filename } = partDisposition(headers.get('content-disposition') ?? '');
  if (!filename) return undefined;
  if (!takesFiles(name ?? '')) throw new AppError('FILE_MISSING');
  // RFC 7578, 4.7: transfer encodings are deprecated. Only those that change nothing are accepted.
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!['binary', '7bit', '8bit'].includes(encoding)) {
    throw new AppError('MALFORMED_REQUEST', {
      message: 'Send the file as it is, without a transfer encoding.',
    });
  }
  return { filename, mimeType: headers.get('content-type') ?? 'application/octet-stream' };
}

function begin({ files, upload }: Receiver): Promise<IncomingFile> {
  return IncomingFile.create(files.temporaryPath(), (bytes) => upload.reserve(bytes));
}
