import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boundLog, logFileOf, logSize, openLog, readLogFrom } from './log-file.ts';

test('a log grown too large moves aside, and the open writer goes on in the emptied file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-log-'));
  const place = {
    dataDir: folder,
    folder,
    clusterDir: folder,
    runAs: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, drop: false },
    elsewhere: false,
  };
  try {
    const fd = openLog(place);
    writeSync(fd, 'small\n');
    boundLog(place);
    expect(readLogFrom(place, 0)).toBe('small\n');

    writeSync(fd, Buffer.alloc(5 * 1024 * 1024, 'x'));
    boundLog(place);
    expect(logSize(place)).toBe(0);
    expect(readFileSync(`${logFileOf(place)}.1`)).toHaveLength(5 * 1024 * 1024 + 6);

    writeSync(fd, 'after\n');
    expect(readLogFrom(place, 0)).toBe('after\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
