import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logFileOf, logSize, openLog, readLogFrom, rotateLog } from './log-file.ts';

test('a log grown too large moves aside, and the open writer goes on in the emptied file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-log-'));
  const location = {
    dataDir: folder,
    folder,
    clusterDir: folder,
    runAs: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, drop: false },
    elsewhere: false,
  };
  try {
    const fd = openLog(location);
    writeSync(fd, 'small\n');
    rotateLog(location);
    expect(readLogFrom(location, 0)).toBe('small\n');

    writeSync(fd, Buffer.alloc(5 * 1024 * 1024, 'x'));
    rotateLog(location);
    expect(logSize(location)).toBe(0);
    expect(readFileSync(`${logFileOf(location)}.1`)).toHaveLength(5 * 1024 * 1024 + 6);

    writeSync(fd, 'after\n');
    expect(readLogFrom(location, 0)).toBe('after\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
