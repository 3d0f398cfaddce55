import { FileStoreError } from './file-store-error.ts';

/** What files are stored for: a closed list, so that none that is about people is forgotten. */
export const fileKinds = {
  /** What checks of a store write and delete. */
  probes: { foundThrough: null },
  recordings: { foundThrough: 'calls' },
  /** Digests of numbers that were erased, for the case that a backup is restored. */
  erasures: { foundThrough: 'erasures' },
} as const satisfies Record<string, FileKindData>;
export type FileKind = keyof typeof fileKinds;

interface FileKindData {
  /** The table whose rows say who such a file is about; null where it is about nobody. */
  readonly foundThrough: string | null;
}

/** The name says what a file contains, so that no store has to keep the content type beside the content. */
export const contentTypes = {
  bin: 'application/octet-stream',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  zip: 'application/zip',
} as const;
export type FileType = keyof typeof contentTypes;

export interface FileName {
  readonly tenantId: string;
  readonly kind: FileKind;
  /** Lower-case letters, digits, `-` and `_`; a UUID fits. */
  readonly id: string;
  readonly type: FileType;
}

/** All files of a tenant, of one kind, or with ids that begin alike. */
export type FilePrefix =
  | { readonly tenantId: string }
  | { readonly tenantId: string; readonly kind: FileKind; readonly idPrefix?: string };

const validId = /^[a-z0-9][a-z0-9_-]{0,127}$/;
const validIdPrefix = /^[a-z0-9_-]{0,128}$/;
const validKey = /^([a-z0-9_-]+)\/([a-z]+)\/([a-z0-9][a-z0-9_-]{0,127})\.([a-z0-9]+)$/;
const longestTenant = 200;

/** `<tenant>/<kind>/<id>.<type>`, the same in every store, so that files can be copied from one to another. */
export function fileKey({ tenantId, kind, id, type }: FileName): string {
  if (!validId.test(id)) throw badName('The id of a file has other characters than a-z, 0-9, - and _.');
  if (!Object.hasOwn(contentTypes, type)) throw badName('A file has a type that is not in the list.');
  return `${folderKey(tenantId, kind)}${id}.${type}`;
}

/** What the keys of these files begin with. */
export function prefixKey(prefix: FilePrefix): string {
  if (!('kind' in prefix)) return `${encodeTenant(prefix.tenantId)}/`;
  const { tenantId, kind, idPrefix = '' } = prefix;
  if (!validIdPrefix.test(idPrefix)) throw badName('No id of a file begins so.');
  return `${folderKey(tenantId, kind)}${idPrefix}`;
}

/** Null for what is not a file of ours. */
export function parseFileKey(key: string): FileName | null {
  const [, tenant = '', kind = '', id = '', type = ''] = validKey.exec(key) ?? [];
  const name = { tenantId: decodeTenant(tenant), kind: kind as FileKind, id, type: type as FileType };
  try {
    return fileKey(name) === key ? name : null;
  } catch {
    return null;
  }
}

function folderKey(tenantId: string, kind: FileKind): string {
  if (!Object.hasOwn(fileKinds, kind)) throw badName('A file has a kind that is not in the list.');
  return `${encodeTenant(tenantId)}/${kind}/`;
}

/**
 * An identity provider chooses the ids of tenants. Everything but a-z, 0-9 and - becomes `_` and two digits for each
 * byte, so that no id can be a path, and two ids stay two where the file system does not tell capitals apart.
 */
function encodeTenant(tenantId: string): string {
  if (tenantId === '' || !tenantId.isWellFormed()) throw badName('A file has no valid tenant.');
  const encoded = [...new TextEncoder().encode(tenantId)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[a-z0-9-]/.test(char) ? char : `_${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  if (encoded.length > longestTenant) throw badName('The id of a tenant is too long for the name of a file.');
  return encoded;
}

function decodeTenant(encoded: string): string {
  const percent = encoded.replaceAll(/_([0-9a-f]{2})/g, '%$1');
  try {
    return decodeURIComponent(percent);
  } catch {
    return '';
  }
}

function badName(message: string): FileStoreError {
  return new FileStoreError('refused', message);
}
