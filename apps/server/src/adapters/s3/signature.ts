import { createHash, createHmac } from 'node:crypto';

/** AWS Signature Version 4 for S3, in the Authorization header. */
export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export type Query = Readonly<Record<string, string>>;

export interface UnsignedRequest {
  readonly method: string;
  readonly host: string;
  /** As `encodePath` returns it. */
  readonly path: string;
  readonly query: Query;
  /** All of them are signed; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hexadecimal. */
  readonly payloadHash: string;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** The headers to send, `authorization` among them. */
export function signRequest(
  request: UnsignedRequest,
  keys: SigningKeys,
  at: Date,
): Readonly<Record<string, string>> {
  const time = at.toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${keys.region}/s3/aws4_request`;
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-content-sha256': request.payloadHash,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    request.method,
    request.path,
    encodeQuery(request.query),
    ...names.map((name) => `${name}:${headers[name]?.trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    request.payloadHash,
  ].join('\n');
  const toSign = [algorithm, time, scope, sha256(canonical)].join('\n');
  const key = [day, keys.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  const credential = `${keys.accessKeyId}/${scope}`;
  return {
    ...headers,
    authorization: `${algorithm} Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Sorted and encoded as the signature wants it; the request must carry the same text. */
export function encodeQuery(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
}

export const encodePath = (path: string) => path.split('/').map(encode).join('/');

/** `encodeURIComponent` leaves five characters alone that the signature wants encoded. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
