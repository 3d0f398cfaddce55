import {
  type Erasure,
  erasure,
  exportedPerson,
  type FoundPerson,
  foundPerson,
  type Retention,
  type RetentionPreview,
  retentionPreview,
  retentionResponse,
} from '@parley/contract';
import { asObject, parseList } from './json.ts';

export const parseFoundPerson = (body: unknown): FoundPerson | undefined => foundPerson.safeParse(body).data;

export const parseExportedPerson = (body: unknown): { fileName: string; archive: string } | undefined =>
  exportedPerson.safeParse(body).data;

export function parseErasures(body: unknown): Erasure[] | undefined {
  const list = asObject(body)?.erasures;
  if (!Array.isArray(list)) return undefined;
  return parseList(list, 'erasure', (value) => erasure.safeParse(value).data ?? null);
}

export const parseRetention = (body: unknown): Retention | undefined =>
  retentionResponse.safeParse(body).data?.retention;

export const parseRetentionPreview = (body: unknown): RetentionPreview | undefined =>
  retentionPreview.safeParse(body).data;
