import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Fault } from './s3-bucket.ts';

interface Account {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const mostSkewMs = 15 * 60_000;
const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** Computes the signature from what arrived, without any code of the client. */
export function checkSignature(request: IncomingMessage, body: Buffer, account: Account): void {
  const { headers, method = '', url = '' } = request;
  const [, keyId, day = '', region, signedHeaders = '', signature] =
    form.exec(headers.authorization ?? '') ?? [];
  if (signature === undefined) throw new S3Fault(403, 'AccessDenied');
  if (keyId !== account.accessKeyId) throw new S3Fault(403, 'InvalidAccessKeyId');
  if (region !== account.region) throw new S3Fault(400, 'AuthorizationHeaderMalformed');
  const time = String(headers['x-amz-date']);
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const sent = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  if (!(Math.abs(Date.now() - sent) < mostSkewMs)) throw new S3Fault(403, 'RequestTimeTooSkewed');

  const names = signedHeaders.split(';');
  const required = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (!required.every((name) => names.includes(name))) throw new S3Fault(403, 'AccessDenied');
  const hash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash) throw new S3Fault(400, 'XAmzContentSHA256Mismatch');

  const [path = '', query = ''] = url.split('?');
  const canonical = `${method}\n${path}\n${query.split('&').toSorted().join('&')}\n${names
    .map((name) => `${name}:${headers[name]}\n`)
    .join('')}\n${signedHeaders}\n${hash}`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${digest}`;
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const key = hmac(hmac(hmac(hmac(`AWS4${account.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  if (hmac(key, text).toString('hex') !== signature) throw new S3Fault(403, 'SignatureDoesNotMatch');
}
