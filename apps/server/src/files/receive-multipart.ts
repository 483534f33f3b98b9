import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { AppError, type FileStore, type ReceivedFile } from '@palaver/core';
import { partDisposition } from './disposition.js';
import { readMultipart, TEXT_LIMIT, tooMuchText } from './multipart.js';

/** The only field that takes files (reference section 4.6). */
const FIELD = 'file';

export interface UploadLimits {
  readonly files: number;
  readonly fileBytes: number;
}

/** A file on its way in. */
interface Arrival {
  readonly path: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly handle: FileHandle;
  sizeBytes: number;
}

/**
 * Streams the files of a multipart body to the store's disk, hands them to `use` when all are there, and returns what
 * that returns. Every limit holds while streaming; nothing is read after the first error; and whatever `use` has not
 * adopted is gone when this returns or throws. Fields other than `file` are ignored, unless they are files.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`, `FILE_MISSING`, `TOO_MANY_FILES`, `FILE_TOO_LARGE` or
 * `BODY_TOO_LARGE`.
 */
export async function receiveFiles<T>(
  req: IncomingMessage,
  store: Pick<FileStore, 'temporaryPath'>,
  limits: UploadLimits,
  use: (files: [ReceivedFile, ...ReceivedFile[]]) => Promise<T>,
): Promise<T> {
  const arrivals: Arrival[] = [];
  try {
    await storeFiles(req, store, limits, arrivals);
    const [first, ...more] = arrivals;
    if (!first) throw new AppError('FILE_MISSING');
    return await use([first, ...more]);
  } finally {
    await Promise.all(arrivals.map(discard));
  }
}

async function storeFiles(
  req: IncomingMessage,
  store: Pick<FileStore, 'temporaryPath'>,
  limits: UploadLimits,
  arrivals: Arrival[],
): Promise<void> {
  let current: Arrival | undefined;
  let text = 0;
  for await (const event of readMultipart(req, limits.files * limits.fileBytes + TEXT_LIMIT)) {
    if (event.type === 'part') {
      const file = fileOf(event.headers);
      if (file && arrivals.length === limits.files) throw tooManyFiles(limits);
      current = file && (await begin(file, store));
      if (current) arrivals.push(current);
    } else if (event.type === 'end') {
      await current?.handle.close();
    } else if (current) {
      await append(current, event.bytes, limits);
    } else {
      text += event.bytes.length;
      if (text > TEXT_LIMIT) throw tooMuchText();
    }
  }
}

type Announced = Pick<ReceivedFile, 'filename' | 'mimeType'>;

/** What a part says of its file. A browser sends a file that nobody chose with an empty name: that is no file. */
function fileOf(headers: ReadonlyMap<string, string>): Announced | undefined {
  const { name, filename } = partDisposition(headers.get('content-disposition') ?? '');
  if (!filename) return undefined;
  if (name !== FIELD) throw new AppError('FILE_MISSING');
  // RFC 7578, 4.7: not used any more; what is sent is the file.
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

async function begin(file: Announced, store: Pick<FileStore, 'temporaryPath'>): Promise<Arrival> {
  const path = store.temporaryPath();
  return { ...file, path, handle: await open(path, 'wx', 0o600), sizeBytes: 0 };
}

async function append(arrival: Arrival, bytes: Buffer, { fileBytes }: UploadLimits): Promise<void> {
  arrival.sizeBytes += bytes.length;
  if (arrival.sizeBytes > fileBytes) throw new AppError('FILE_TOO_LARGE');
  await arrival.handle.appendFile(bytes);
}

async function discard({ handle, path }: Arrival): Promise<void> {
  await handle.close();
  await rm(path, { force: true });
}
