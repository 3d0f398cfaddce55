import {
  callExportResponse,
  createExportResponse,
  type ExportPreview,
  exportPreviewResponse,
  type CallExport as WireExport,
} from '@parley/contract';
import { type Opened, readOpen } from './open.ts';

/** Why an export has failed may be something that this page does not know. */
const open = { words: ['problem'] } as const;
export type CallExport = Opened<WireExport, 'problem'>;

export interface CreatedExport {
  export: CallExport;
  link: string;
}

export function parseCreatedExport(body: unknown): CreatedExport | undefined {
  return readOpen(createExportResponse, body, open);
}

export function parseExport(body: unknown): CallExport | undefined {
  return readOpen(callExportResponse, body, open)?.export;
}

export function parseExportPreview(body: unknown): ExportPreview | undefined {
  return exportPreviewResponse.safeParse(body).data;
}
