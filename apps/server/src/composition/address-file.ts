import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Holds the server's address for commands: its port may differ from PORT. */
const addressFile = (dataDir: string) => join(dataDir, 'address');

export function writeAddressFile(dataDir: string, origin: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    writeFileSync(addressFile(dataDir), `${origin}\n`, { mode: 0o644 });
  } catch {
    // The server works without the file.
  }
}

export function removeAddressFile(dataDir: string): void {
  rmSync(addressFile(dataDir), { force: true });
}

export function readAddressFile(dataDir: string): string | null {
  try {
    return readFileSync(addressFile(dataDir), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
