import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string;
}

/** An archive that every system can open: deflated entries with names in UTF-8. */
export function zip(entries: readonly ZipEntry[], at: Date): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const nameBytes = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0); // version that is needed
    about.writeUInt16LE(0x0800, 2); // the name is UTF-8
    about.writeUInt16LE(8, 4); // deflated
    about.writeUInt16LE(timeOf(at), 6);
    about.writeUInt16LE(dateOf(at), 8);
    about.writeUInt32LE(crc32(plain), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(plain.length, 18);
    about.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), about, nameBytes, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([
        signature(0x02014b50),
        Buffer.from([20, 0]),
        about.subarray(0, 24),
        Buffer.alloc(2),
        place,
        nameBytes,
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** As FAT stores it, in UTC. */
const timeOf = (at: Date) => (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
const dateOf = (at: Date) =>
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
