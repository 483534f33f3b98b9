import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { AppError, type FileStore, type ReceivedFile } from '@palaver/core';
import { partDisposition } from './content-disposition.js';
import { OTHER_BYTES_MAX, otherBytesTooLarge, readMultipart } from './multipart.js';

/** The only field that takes files (docs/reference.md, section 4). */
const FIELD = 'file';

export interface UploadLimits {
  readonly files: number;
  readonly fileBytes: number;
}

/** A file of which a part has arrived. */
interface PartialFile {
  readonly path: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly handle: FileHandle;
  sizeBytes: number;
}

/**
 * Streams the files of a multipart body to the store's disk, passes them to `use` when all have arrived, and returns what
 * that returns. Limits apply while streaming; nothing is read after the first error; and files that `use` has not adopted
 * are deleted when this returns or throws. Fields other than `file` are ignored, unless they are files.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`, `FILE_MISSING`, `TOO_MANY_FILES`, `FILE_TOO_LARGE` or
 * `BODY_TOO_LARGE`.
 */
export async function receiveFiles<T>(
  req: IncomingMessage,
  store: Pick<FileStore, 'temporaryPath'>,
  limits: UploadLimits,
  use: (files: [ReceivedFile, ...ReceivedFile[]]) => Promise<T>,
): Promise<T> {
  const received: PartialFile[] = [];
  try {
    await storeFiles(req, store, limits, received);
    const [first, ...more] = received;
    if (!first) throw new AppError('FILE_MISSING');
    return await use([first, ...more]);
  } finally {
    await Promise.all(received.map(discard));
  }
}

async function storeFiles(
  req: IncomingMessage,
  store: Pick<FileStore, 'temporaryPath'>,
  limits: UploadLimits,
  received: PartialFile[],
): Promise<void> {
  let current: PartialFile | undefined;
  let otherBytes = 0;
  for await (const event of readMultipart(req, limits.files * limits.fileBytes + OTHER_BYTES_MAX)) {
    if (event.type === 'part') {
      const file = fileOf(event.headers);
      if (file && received.length === limits.files) throw tooManyFiles(limits);
      current = file && (await begin(file, store));
      if (current) received.push(current);
    } else if (event.type === 'end') {
      await current?.handle.close();
    } else if (current) {
      await append(current, event.bytes, limits);
    } else {
      otherBytes += event.bytes.length;
      if (otherBytes > OTHER_BYTES_MAX) throw otherBytesTooLarge();
    }
  }
}

type FileHeaders = Pick<ReceivedFile, 'filename' | 'mimeType'>;

/** The name and type of the file in a part. Browsers send an empty file input with an empty name: that is no file. */
function fileOf(headers: ReadonlyMap<string, string>): FileHeaders | undefined {
  const { name, filename } = partDisposition(headers.get('content-disposition') ?? '');
  if (!filename) return undefined;
  if (name !== FIELD) throw new AppError('FILE_MISSING');
  // RFC 7578, 4.7: transfer encodings are deprecated. Only those that change nothing are accepted.
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!['binary', '7bit', '8bit'].includes(encoding)) {
    throw new AppError('MALFORMED_REQUEST', {
      message: 'Send the file as it is, without a transfer encoding.',
    });
  }
  return { filename, mimeType: headers.get('content-type') ?? 'application/octet-stream' };
}

function tooManyFiles({ files }: UploadLimits): AppError {
  const message = files === 1 ? 'Send one file only.' : `At most ${files} files can be uploaded at once.`;
  return new AppError('TOO_MANY_FILES', { message });
}

async function begin(file: FileHeaders, store: Pick<FileStore, 'temporaryPath'>): Promise<PartialFile> {
  const path = store.temporaryPath();
  return { ...file, path, handle: await open(path, 'wx', 0o600), sizeBytes: 0 };
}

async function append(partial: PartialFile, bytes: Buffer, { fileBytes }: UploadLimits): Promise<void> {
  partial.sizeBytes += bytes.length;
  if (partial.sizeBytes > fileBytes) throw new AppError('FILE_TOO_LARGE');
  await partial.handle.appendFile(bytes);
}

async function discard({ handle, path }: PartialFile): Promise<void> {
  await handle.close();
  await rm(path, { force: true });
}
