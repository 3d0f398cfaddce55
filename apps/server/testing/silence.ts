/** A WAV file of one second, both channels silent. */
export function silence(): Buffer {
  const file = Buffer.alloc(44 + 32_000);
  file.write('RIFF', 0, 'latin1');
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at);
  file.writeUInt32LE(8_000, 24);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(32_000, 40);
  return file;
}
