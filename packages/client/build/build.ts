import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { writeSource } from './write-source.ts';

// A folder can be named, so that a test does not take away what is being packed.
const target = process.argv[2] ?? join(import.meta.dirname, '../dist');
const folder = mkdtempSync(join(tmpdir(), 'parley-client-'));
try {
  writeSource(folder);
  rmSync(target, { recursive: true, force: true });
  compile(folder, target);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
