import { type CsvRow, readCsv } from '@parley/contract';
import type { ImportPosition } from '../../ports/contact-imports.ts';

export interface FileRows {
  readonly rows: readonly CsvRow[];
  readonly from: Place;
  /** Behind the rows. */
  readonly to: Place;
  /** The file ends there. */
  readonly last: boolean;
}

type Place = Pick<ImportPosition, 'part' | 'offset' | 'row'>;

export interface FileReaderDeps {
  readonly parts: number;
  readonly delimiter: string;
  /** The text of a part. */
  readonly part: (part: number) => Promise<string>;
}

/** Reads the rows of a file that is stored in parts, from any place on; a row may be cut by parts anywhere. */
export class FileReader {
  readonly #deps: FileReaderDeps;
  /** The text that was loaded, and where its parts begin in it; the first one may begin within its part. */
  #text = '';
  #pieces: { readonly part: number; readonly offset: number; readonly start: number }[] = [];
  /** Where the next row begins in the text. */
  #at = 0;
  #row: number;
  #nextPart: number;
  readonly #begin: Place;

  constructor(deps: FileReaderDeps, begin: Place) {
    this.#deps = deps;
    this.#begin = begin;
    this.#row = begin.row;
    this.#nextPart = begin.part;
  }

  /** The next rows, at most so many. None only at the end of the file. */
  async next(rowsMax: number): Promise<FileRows> {
    const from = this.#place();
    for (;;) {
      const loaded = this.#nextPart >= this.#deps.parts;
      const reading = readCsv(
        this.#text,
        { start: this.#at, row: this.#row },
        { delimiter: this.#deps.delimiter, last: loaded, rowsMax },
      );
      const isFurther = reading.nextRow > this.#row;
      this.#at = reading.next;
      this.#row = reading.nextRow;
      const last = loaded && this.#at >= this.#text.length;
      if (reading.rows.length > 0 || last) return { rows: reading.rows, from, to: this.#place(), last };
      // Nothing but empty rows so far.
      if (isFurther) await new Promise((resolve) => setImmediate(resolve));
      else await this.#load();
    }
  }

  async #load(): Promise<void> {
    const part = this.#nextPart;
    const content = await this.#deps.part(part);
    const offset = this.#pieces.length === 0 ? this.#begin.offset : 0;
    this.#forgetRead();
    this.#pieces.push({ part, offset, start: this.#text.length });
    this.#text += content.slice(offset);
    this.#nextPart = part + 1;
  }

  /** Drops parts that were read, so that not the whole file is kept. */
  #forgetRead(): void {
    const keep = this.#pieces.findLastIndex(({ start }) => start <= this.#at);
    const piece = this.#pieces[keep];
    if (!piece || piece.start === 0) return;
    this.#text = this.#text.slice(piece.start);
    this.#at -= piece.start;
    this.#pieces = this.#pieces.slice(keep).map((each) => ({ ...each, start: each.start - piece.start }));
  }

  #place(): Place {
    const piece = this.#pieces.findLast(({ start }) => start <= this.#at);
    if (!piece) return this.#begin;
    return { part: piece.part, offset: piece.offset + this.#at - piece.start, row: this.#row };
  }
}
