import type { Readable } from 'node:stream';

/** A file that goes to a browser while it is made. */
export interface Download {
  readonly fileName: string;
  readonly type: string;
  readonly content: Readable;
}

/** What a link stands for; `gone` is aborted when the browser disconnects. */
export type OpenDownload = (token: string, gone: AbortSignal) => Promise<Download>;
