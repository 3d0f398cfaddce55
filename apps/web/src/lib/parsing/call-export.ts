import {
  type CallExport,
  type CreateExportResponse,
  callExportResponse,
  createExportResponse,
  type ExportPreview,
  exportPreviewResponse,
} from '@parley/contract';

export function parseCreatedExport(body: unknown): CreateExportResponse | undefined {
  return createExportResponse.safeParse(body).data;
}

export function parseExport(body: unknown): CallExport | undefined {
  return callExportResponse.safeParse(body).data?.export;
}

export function parseExportPreview(body: unknown): ExportPreview | undefined {
  return exportPreviewResponse.safeParse(body).data;
}
