import {
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseLocation } from './location.ts';

const MAX_BYTES = 4 * 1024 * 1024;

export const logFileOf = (location: DatabaseLocation) => join(location.folder, 'postgres.log');

/** Opened for appending, so that PostgreSQL writes at the start of the file after it was truncated. */
export function openLog(location: DatabaseLocation): number {
  const fd = openSync(
    logFileOf(location),
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
    0o600,
  );
  if (location.runAs.drop) fchownSync(fd, location.runAs.uid, location.runAs.gid);
  return fd;
}

export function logSize(location: DatabaseLocation): number {
  return statSync(logFileOf(location), { throwIfNoEntry: false })?.size ?? 0;
}

/** Keeps the current file and the one before it. */
export function rotateLog(location: DatabaseLocation): void {
  if (logSize(location) <= MAX_BYTES) return;
  copyFileSync(logFileOf(location), `${logFileOf(location)}.1`);
  truncateSync(logFileOf(location), 0);
}

export function readLogFrom(location: DatabaseLocation, offset: number): string {
  const fd = openSync(logFileOf(location), 'r');
  try {
    const buffer = Buffer.alloc(16_384);
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, offset));
  } finally {
    closeSync(fd);
  }
}
