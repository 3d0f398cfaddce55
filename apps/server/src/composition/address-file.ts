import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tells commands beside the server where it is found, because a port that was taken gives way to another. */
const noteIn = (dataDir: string) => join(dataDir, 'address');

export function writeAddressFile(dataDir: string, origin: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    writeFileSync(noteIn(dataDir), `${origin}\n`, { mode: 0o644 });
  } catch {
    // A folder that cannot be written to keeps nobody from being served.
  }
}

export function removeAddressFile(dataDir: string): void {
  rmSync(noteIn(dataDir), { force: true });
}

export function readAddressFile(dataDir: string): string | null {
  try {
    return readFileSync(noteIn(dataDir), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
