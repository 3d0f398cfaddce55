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
import type { Place } from './place.ts';

const LARGEST = 4 * 1024 * 1024;

export const logFileOf = (place: Place) => join(place.folder, 'postgres.log');

/** Opened for appending, so that PostgreSQL goes on at the start after the file was emptied. */
export function openLog(place: Place): number {
  const fd = openSync(logFileOf(place), constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
  if (place.runAs.drop) fchownSync(fd, place.runAs.uid, place.runAs.gid);
  return fd;
}

export function logSize(place: Place): number {
  return statSync(logFileOf(place), { throwIfNoEntry: false })?.size ?? 0;
}

/** Keeps the present file and one before it. */
export function boundLog(place: Place): void {
  if (logSize(place) <= LARGEST) return;
  copyFileSync(logFileOf(place), `${logFileOf(place)}.1`);
  truncateSync(logFileOf(place), 0);
}

export function readLogFrom(place: Place, offset: number): string {
  const fd = openSync(logFileOf(place), 'r');
  try {
    const buffer = Buffer.alloc(16_384);
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, offset));
  } finally {
    closeSync(fd);
  }
}
