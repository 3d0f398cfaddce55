import type { RecordingPurpose } from '@parley/contract';
import type { FileContent, FileRange, StoredFile } from './file-store.ts';

export type OpenedSound =
  | {
      readonly kind: 'whole' | 'part';
      readonly file: StoredFile;
      /** Null where only the headers are wanted. To be read or destroyed. */
      readonly content: FileContent | null;
      readonly fileName: string;
      readonly purpose: RecordingPurpose;
    }
  | { readonly kind: 'out of range'; readonly size: number };

/** What a signed address stands for; `none`: only what the headers say. */
export type OpenSound = (token: string, range: FileRange | null | 'none') => Promise<OpenedSound>;
