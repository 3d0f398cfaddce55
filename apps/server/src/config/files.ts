import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './environment.ts';

/** Where files go: recordings, exports. */
export type FilesConfig =
  /** `named`: by FILES_URL. Otherwise it is in the data folder and made when it is needed. */
  { readonly kind: 'folder'; readonly path: string; readonly named: boolean } | S3Config;

export interface S3Config {
  readonly kind: 's3';
  readonly bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string;
  readonly region: string;
  /** Null: Amazon's own for the region. */
  readonly endpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const forms = 'FILES_URL must be s3://BUCKET/PREFIX?region=…&endpoint=… or file:///FOLDER.';

export const filesFolder = (dataDir: string) => join(dataDir, 'files');

export function readFiles(env: Environment, dataDir: string): FilesConfig {
  const text = env.text('FILES_URL');
  const accessKeyId = env.text('FILES_ACCESS_KEY_ID');
  const secretAccessKey = env.secret('FILES_SECRET_ACCESS_KEY');
  const url = text === null ? null : URL.parse(text);
  if (url?.protocol === 's3:') {
    if (accessKeyId === null || secretAccessKey === null)
      env.fault('FILES_URL names a bucket, so FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY must be set.');
    const keys = { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' };
    return { kind: 's3', ...readLocation(env, url), ...keys };
  }
  if (accessKeyId !== null || secretAccessKey !== null)
    env.fault(
      'FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY are for a bucket, so FILES_URL must be s3://….',
    );
  if (text === null) return { kind: 'folder', path: filesFolder(dataDir), named: false };
  // What was typed is not repeated: it may hold a key.
  const path = url?.protocol === 'file:' ? folderOf(url) : null;
  if (path === null) env.fault(forms);
  return { kind: 'folder', path: path ?? '', named: true };
}

function folderOf(url: URL): string | null {
  try {
    const path = fileURLToPath(url);
    return url.search === '' && isAbsolute(path) && path !== '/' ? path.replace(/\/+$/, '') : null;
  } catch {
    return null;
  }
}

function readLocation(env: Environment, url: URL) {
  if (url.username !== '' || url.password !== '')
    env.fault('FILES_URL must not hold keys; set FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY.');
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.port !== '')
    env.fault('FILES_URL must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens.');
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  const parts = prefix === '' ? [] : prefix.split('/');
  if (!parts.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part)) || prefix.length > 200)
    env.fault(
      'The prefix in FILES_URL may have letters, digits, dots, hyphens, underscores and single slashes.',
    );
  const { region, endpoint, ...others } = Object.fromEntries(url.searchParams);
  const unknown = Object.keys(others);
  if (unknown.length > 0 || url.hash !== '')
    env.fault(`FILES_URL takes region and endpoint, not "${unknown[0] ?? '#'}".`);
  if (region === undefined && endpoint === undefined)
    env.fault(
      'FILES_URL must name the region of the bucket: ?region=eu-central-1. Other services than Amazon also need &endpoint=https://….',
    );
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region))
    env.fault('The region in FILES_URL is a name such as eu-central-1.');
  // Most services that have no regions take this name.
  return { bucket, prefix, region: region ?? 'us-east-1', endpoint: readEndpoint(env, endpoint) };
}

function readEndpoint(env: Environment, endpoint: string | undefined): string | null {
  if (endpoint === undefined) return null;
  const url = URL.parse(endpoint);
  const origin = url && ['http:', 'https:'].includes(url.protocol) ? url.origin : null;
  if (origin !== null && `${origin}/` === url?.href) return origin;
  env.fault(
    'The endpoint in FILES_URL must be an address such as https://storage.example.com, without a path or keys.',
  );
  return null;
}
