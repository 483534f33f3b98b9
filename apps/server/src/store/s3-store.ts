import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  type ListObjectsCommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { FileStore, StoredFile } from '@palaver/core';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { isMissing, s3Error } from './s3-errors.js';
import type { S3Settings } from './s3-settings.js';

/** In milliseconds. A small request ends before a transaction of Postgres may be idle for too long (5 s). */
const ANSWER_MS = 4_000;
/** A client that reads a download slowly is behind the second one. */
const TIMES = { connectionTimeout: 2_000, socketTimeout: 60_000 };
/** Larger files are sent in parts of this many bytes, of which two are in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/**
 * Keeps files in a bucket. They arrive on the disk of `spool`, as without S3, and are sent before a row names them.
 * What is sent and never named, the sweep removes. Throws `BUSY` and `DISK_FULL` for faults that pass.
 */
export function createS3Store(spool: FileStore, settings: S3Settings): FileStore {
  const client = clientOf(settings);
  const { bucket: Bucket, prefix } = settings;
  const place = (key: string) => ({ Bucket, Key: prefix + key });
  const soon = () => ({ abortSignal: AbortSignal.timeout(ANSWER_MS) });
  return {
    temporaryPath: spool.temporaryPath,
    freeBytes: spool.freeBytes,
    removeAbandoned: spool.removeAbandoned,
    adopt: async (path, key) => {
      await translated(send(client, path, place(key)));
      await rm(path, { force: true });
    },
    write: async (key, content) => {
      const command = new PutObjectCommand({ ...place(key), Body: content });
      await translated(client.send(command, soon()));
    },
    size: async (key) => {
      try {
        const found = await client.send(new HeadObjectCommand(place(key)), soon());
        return found.ContentLength ?? null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw s3Error(error);
      }
    },
    read: (key, range) => Readable.from(bytesOf(client, place(key), range), { objectMode: false }),
    remove: async (key) => {
      await translated(client.send(new DeleteObjectCommand(place(key)), soon()));
    },
    list: (folder) => list(client, Bucket, `${prefix}${folder}/`),
  };
}

const SILENT = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function clientOf({ endpoint, region, accessKeyId, secretAccessKey, pathStyle }: S3Settings): S3Client {
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: new NodeHttpHandler(TIMES),
    // Without a logger it writes to the console.
    logger: SILENT,
    // The checksums that AWS has added lately are unknown to other stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** Streams a file to the store: in one request, or in parts, so that a large one begins again at a part only. */
async function send(client: S3Client, path: string, place: Place): Promise<void> {
  const { size: ContentLength } = await stat(path);
  const Body = createReadStream(path);
  try {
    if (ContentLength <= PART_BYTES) {
      await client.send(new PutObjectCommand({ ...place, Body, ContentLength }));
      return;
    }
    const params = { ...place, Body };
    await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
  } finally {
    Body.destroy();
  }
}

async function* bytesOf(
  client: S3Client,
  place: Place,
  range: { readonly start: number; readonly end: number } | undefined,
): AsyncGenerator<Uint8Array> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ANSWER_MS);
  try {
    const command = new GetObjectCommand({ ...place, ...(Range ? { Range } : {}) });
    const { Body } = await client
      .send(command, { abortSignal: late.signal })
      .finally(() => clearTimeout(timer));
    if (Body instanceof Readable) yield* Body;
  } catch (error) {
    throw s3Error(error);
  }
}

async function* list(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<StoredFile> {
  let Marker: string | undefined = '';
  while (Marker !== undefined) {
    const page: ListObjectsCommandOutput = await translated(
      client.send(new ListObjectsCommand({ Bucket, Prefix, Marker })),
    );
    const { Contents = [], IsTruncated } = page;
    for (const { Key = '', LastModified = new Date() } of Contents) {
      yield { name: Key.slice(Prefix.length), storedAt: LastModified };
    }
    Marker = IsTruncated ? Contents.at(-1)?.Key : undefined;
  }
}

function translated<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    // The file that is to be sent may be missing: that is no answer of the store.
    throw error instanceof Error && 'syscall' in error && error.syscall === 'stat' ? error : s3Error(error);
  });
}
