import { crc32 } from 'node:zlib';

/** An entry of a zip that says what it likes of itself. */
export interface CraftedEntry {
  readonly name: string;
  /** As it is stored. */
  readonly data: Buffer;
  readonly isDeflated?: boolean;
  /** What the zip says of the size of the content; by default that of `data`. */
  readonly size?: number;
  readonly isEncrypted?: boolean;
  /** The mode of Unix, with the kind of file. */
  readonly mode?: number;
}

/** Writes a zip of entries as they are given. `entryCount` is what the zip says of their number. */
export function craftZip(entries: readonly CraftedEntry[], entryCount = entries.length): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const local = Buffer.concat([localHeader(entry), Buffer.from(entry.name), entry.data]);
    directory.push(centralHeader(entry, offset), Buffer.from(entry.name));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...bodies, central, endOf(entryCount, central.length, offset)]);
}

/** Compression method, flags, CRC-32 and sizes stand in both headers in the same order. */
function facts({ name, data, isDeflated = false, size = data.length, isEncrypted = false }: CraftedEntry) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(isEncrypted ? 1 : 0, 2);
  fields.writeUInt16LE(isDeflated ? 8 : 0, 4);
  fields.writeUInt32LE(isDeflated ? 0 : crc32(data), 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

function localHeader(entry: CraftedEntry): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts(entry)]);
}

function centralHeader(entry: CraftedEntry, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.write('PK\x01\x02', 'latin1');
  // Made by Unix.
  header.writeUInt16LE((3 << 8) | 20, 4);
  facts(entry).copy(header, 6);
  header.writeUInt32LE(((entry.mode ?? 0o100600) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return header;
}

/** With the longer form, which alone holds numbers of entries beyond 65,535. */
function endOf(entryCount: number, size: number, offset: number): Buffer {
  const end64 = Buffer.alloc(56);
  end64.write('PK\x06\x06', 'latin1');
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(entryCount), 24);
  end64.writeBigUInt64LE(BigInt(entryCount), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(entryCount, 0xffff), 8);
  end.writeUInt16LE(Math.min(entryCount, 0xffff), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([end64, locator, end]);
}
