import { expect, test } from 'vitest';
import { encodePath, encodeQuery, sha256, signRequest, type UnsignedRequest } from './signature.ts';

/** The examples that AWS publishes for Signature Version 4 with S3, with their keys and results. */
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const at = new Date('2013-05-24T00:00:00Z');

test.each<[string, Partial<UnsignedRequest>, string]>([
  [
    'GET an object in part',
    { path: '/test.txt', headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT an object',
    {
      method: 'PUT',
      path: encodePath('/test$file.text'),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      payloadHash: sha256('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET the lifecycle of a bucket',
    { query: { lifecycle: '' } },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'list objects',
    { query: { prefix: 'J', 'max-keys': '2' } },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('FS15: the signature of AWS’s example: %s', (_, request, signature) => {
  const defaults = { method: 'GET', path: '/', query: {}, headers: {}, payloadHash: sha256('') };
  const { authorization } = signRequest(
    { ...defaults, host: 'examplebucket.s3.amazonaws.com', ...request },
    keys,
    at,
  );
  expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,');
  expect(authorization).toMatch(new RegExp(`,Signature=${signature}$`));
});

test('paths and queries are encoded as the signature wants them', () => {
  expect(encodePath("/a b/ü!'()*~")).toBe('/a%20b/%C3%BC%21%27%28%29%2A~');
  expect(encodeQuery({ b: '1/2+3=', a: '', B: 'x y' })).toBe('B=x%20y&a=&b=1%2F2%2B3%3D');
});
