import { Entry } from 'yauzl';
import { NumberTable } from './number-table.js';

const COLUMNS = [
  'compressedSize',
  'uncompressedSize',
  'compressionMethod',
  'generalPurposeBitFlag',
  'relativeOffsetOfLocalHeader',
  'crc32',
] as const;

/** What reading an entry of a zip needs, in 48 bytes: there may be hundreds of thousands, each with some kilobytes about itself. */
export class ZipEntries {
  readonly #numbers = new NumberTable(COLUMNS);

  /** Returns by which number it is asked for. */
  add(entry: Entry): number {
    this.#numbers.add(entry);
    return this.#numbers.count - 1;
  }

  get(row: number): Entry {
    const of = (column: (typeof COLUMNS)[number]) => this.#numbers.get(row, column);
    return Object.assign(new Entry(), {
      compressedSize: of('compressedSize'),
      uncompressedSize: of('uncompressedSize'),
      compressionMethod: of('compressionMethod'),
      generalPurposeBitFlag: of('generalPurposeBitFlag'),
      relativeOffsetOfLocalHeader: of('relativeOffsetOfLocalHeader'),
      crc32: of('crc32'),
    });
  }
}
