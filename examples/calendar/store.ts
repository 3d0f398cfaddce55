import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export interface Appointment {
  id: string;
  patient: string;
  phone: string | null;
  reason: string | null;
  start: string;
  status: 'booked' | 'cancelled';
  bookedAt: string;
  /** The Idempotency-Key it was booked with. */
  key: string | null;
}

/** What was answered to a request with an Idempotency-Key. */
export interface KeptAnswer {
  request: string;
  status: number;
  body: unknown;
  at: string;
}

export interface Book {
  schema: 1;
  lastId: number;
  appointments: Appointment[];
  answers: Record<string, KeptAnswer>;
}

export const emptyBook = (): Book => ({ schema: 1, lastId: 1000, appointments: [], answers: {} });

export interface BookStore {
  read(): Book;
  /** Returns once it is on the disk; a reader sees the old book or the new one, never half of it. */
  write(book: Book): void;
}

/** The book in one JSON file. Written aside, flushed and renamed, so that a crash at any point leaves a whole file. */
export function fileStore(path: string): BookStore {
  return {
    read() {
      if (!existsSync(path)) return emptyBook();
      const book = JSON.parse(readFileSync(path, 'utf8')) as Book;
      if (book.schema !== 1) throw new Error(`${path} is not a calendar of this program.`);
      return book;
    },
    write(book) {
      mkdirSync(dirname(path), { recursive: true });
      const aside = `${path}.${process.pid}.new`;
      const file = openSync(aside, 'w', 0o600);
      try {
        writeSync(file, `${JSON.stringify(book, null, 1)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(aside, path);
    },
  };
}

export function memoryStore(): BookStore {
  let text = JSON.stringify(emptyBook());
  return {
    read: () => JSON.parse(text) as Book,
    write: (book) => {
      text = JSON.stringify(book);
    },
  };
}
