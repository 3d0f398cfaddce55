import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseRunAs } from './run-as.ts';
import { ensureSocketFolder } from './socket-folder.ts';

const locationOf = (folder: string) => ({
  dataDir: folder,
  folder,
  clusterDir: join(folder, 'cluster'),
  runAs: chooseRunAs(undefined),
  elsewhere: false,
});

test('the socket folder is private, the same every time, and another one when its mode was opened', async () => {
  const data = mkdtempSync(join(tmpdir(), 'parley-socket-'));
  const made: string[] = [];
  try {
    const first = await ensureSocketFolder(locationOf(data));
    made.push(first);
    const { mode, uid } = statSync(first);
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o700, uid: locationOf(data).runAs.uid });
    expect(await ensureSocketFolder(locationOf(data))).toBe(first);

    chmodSync(first, 0o777);
    const second = await ensureSocketFolder(locationOf(data));
    made.push(second);
    expect(second).not.toBe(first);
    expect(statSync(second).mode & 0o777).toBe(0o700);
  } finally {
    for (const folder of [data, ...made]) rmSync(folder, { recursive: true, force: true });
  }
});
