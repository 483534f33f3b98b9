import { limitConcurrency, limitPerKey } from '../kernel/concurrency/concurrency-limit.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { FileStore } from '../kernel/services/file-store.js';
import type { Quotas } from '../kernel/services/quotas.js';
import type { Upload, UploadKind, Uploads } from '../kernel/services/uploads.js';
import type { ErrorCode } from '../protocol/error-codes.js';

const AT_ONCE_PER_PERSON = 4;
const WAITING_PER_PERSON = 16;
const AT_ONCE = 256;
const WAITING = 1024;

/** Room is reserved in steps, because each step asks the database and the disk. */
const STEP_BYTES = 1024 * 1024;

/** Bytes of attachments that a person, and all together, have stored. */
export interface StoredBytes {
  readonly person: number;
  readonly all: number;
}

export interface UploadsOptions {
  readonly files: Pick<FileStore, 'freeBytes'>;
  readonly quotas: Quotas;
  readonly storedBytes: (personId: string) => Promise<StoredBytes>;
}

/** Keeps account of the uploads of one process. */
export function createUploads(options: UploadsOptions): Uploads {
  const ofPerson = limitPerKey(AT_ONCE_PER_PERSON, WAITING_PER_PERSON);
  const ofAll = limitConcurrency(AT_ONCE, WAITING);
  const reserved: Reserved = { perPerson: new Map(), all: 0, uploads: 0 };
  return {
    run: (personId, kind, work) =>
      ofPerson(personId, () =>
        ofAll(async () => {
          const upload = new ReservedUpload(options, reserved, personId, kind);
          try {
            return await work(upload);
          } finally {
            upload.end();
          }
        }),
      ),
    underWay: () => reserved.uploads,
  };
}

/** Throws `STORAGE_QUOTA_EXCEEDED` or `STORAGE_FULL` when more is stored than may be. */
export function requireWithinQuotas({ person, all }: StoredBytes, quotas: Quotas): void {
  const exceeded = quotaExceeded({ person, all }, quotas);
  if (exceeded) throw new AppError(exceeded);
}

function quotaExceeded({ person, all }: StoredBytes, quotas: Quotas): ErrorCode | null {
  if (person > quotas.storedBytesPerPerson) return 'STORAGE_QUOTA_EXCEEDED';
  return all > quotas.storedBytes ? 'STORAGE_FULL' : null;
}

/** What the uploads under way have reserved. */
interface Reserved {
  readonly perPerson: Map<string, number>;
  all: number;
  uploads: number;
}

interface Usage {
  readonly freeBytes: number;
  readonly stored: StoredBytes;
}

class ReservedUpload implements Upload {
  readonly #options: UploadsOptions;
  readonly #reserved: Reserved;
  readonly #personId: string;
  readonly #kind: UploadKind;
  #granted = 0;
  #taken = 0;

  constructor(options: UploadsOptions, reserved: Reserved, personId: string, kind: UploadKind) {
    this.#options = options;
    this.#reserved = reserved;
    this.#personId = personId;
    this.#kind = kind;
    reserved.uploads += 1;
  }

  async requireRoom(bytes: number): Promise<void> {
    const refusal = this.#refusalOf(bytes, await this.#readUsage());
    if (refusal) throw new AppError(refusal);
  }

  async reserve(bytes: number): Promise<void> {
    this.#taken += bytes;
    if (this.#taken <= this.#granted) return;
    const usage = await this.#readUsage();
    // From here on nothing waits: what two uploads find free at the same time, the first one has taken for the second.
    const missing = this.#taken - this.#granted;
    if (missing < STEP_BYTES && this.#refusalOf(STEP_BYTES, usage) === null) return this.#grant(STEP_BYTES);
    // The last bytes below a limit are less than a step.
    const refusal = this.#refusalOf(missing, usage);
    if (refusal) throw new AppError(refusal);
    this.#grant(missing);
  }

  end(): void {
    this.#reserved.uploads -= 1;
    this.#grant(-this.#granted);
  }

  /** What is on the disk and in the database, without what is reserved. */
  async #readUsage(): Promise<Usage> {
    const { files, storedBytes } = this.#options;
    const [freeBytes, stored] = await Promise.all([
      files.freeBytes(),
      this.#kind === 'attachment' ? storedBytes(this.#personId) : { person: 0, all: 0 },
    ]);
    return { freeBytes, stored };
  }

  #refusalOf(bytes: number, { freeBytes, stored }: Usage): ErrorCode | null {
    const { quotas } = this.#options;
    const { perPerson, all, uploads } = this.#reserved;
    if (this.#kind === 'attachment') {
      const person = stored.person + (perPerson.get(this.#personId) ?? 0) + bytes;
      const exceeded = quotaExceeded({ person, all: stored.all + all + bytes }, quotas);
      if (exceeded) return exceeded;
    }
    // Each upload may have reserved a step that it has not written yet.
    return freeBytes - bytes - uploads * STEP_BYTES < quotas.freeBytesKept ? 'DISK_FULL' : null;
  }

  #grant(bytes: number): void {
    this.#granted += bytes;
    if (this.#kind !== 'attachment') return;
    const { perPerson } = this.#reserved;
    const person = (perPerson.get(this.#personId) ?? 0) + bytes;
    if (person === 0) perPerson.delete(this.#personId);
    else perPerson.set(this.#personId, person);
    this.#reserved.all += bytes;
  }
}
