import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zip } from './zip.ts';

test('DA2: what is packed is unpacked again, with its name and its checksum', () => {
  const entries = [
    { name: 'person.json', content: '{"name": "Zoë"}' },
    { name: 'Übersicht.html', content: '<p>'.repeat(5_000) },
    { name: 'empty.txt', content: '' },
  ];
  const archive = zip(entries, new Date('2026-11-17T05:30:10Z'));
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  expect(archive.readUInt16LE(end + 10)).toBe(3);
  let at = archive.readUInt32LE(end + 16);
  expect(at + archive.readUInt32LE(end + 12)).toBe(end);
  const read = entries.map(() => {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const from = local + 30 + nameLength;
    const content = inflateRawSync(archive.subarray(from, from + archive.readUInt32LE(at + 20)));
    expect(crc32(content)).toBe(archive.readUInt32LE(at + 16));
    expect(content.length).toBe(archive.readUInt32LE(at + 24));
    at += 46 + nameLength;
    return { name, content: content.toString() };
  });
  expect(read).toEqual(entries);
});
