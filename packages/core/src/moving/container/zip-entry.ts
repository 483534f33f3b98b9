import { Entry } from 'yauzl';

/** What reading the content needs: there may be many entries, each with some kilobytes about itself. */
export function withoutExtras(entry: Entry): Entry {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  const { generalPurposeBitFlag, relativeOffsetOfLocalHeader } = entry;
  const sizes = { compressedSize, uncompressedSize, compressionMethod };
  return Object.assign(new Entry(), { ...sizes, generalPurposeBitFlag, relativeOffsetOfLocalHeader });
}
