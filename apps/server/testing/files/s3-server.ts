import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bucket, type Call, S3Fault } from './s3-bucket.ts';
import { checkSignature } from './s3-signature-check.ts';

export interface S3Settings {
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Server {
  readonly settings: S3Settings;
  keys(): string[];
  /** Ids of uploads that were neither completed nor aborted. */
  uploads(): string[];
  /** Begins an upload that Parley did not begin. */
  beginUpload(key: string): void;
  abortUploads(): void;
  /** Lets all uploads have begun at that time. */
  dateUploads(initiated: Date): void;
  /** Puts an object there that Parley did not store. */
  putObject(key: string, text: string): void;
  stop(): Promise<void>;
}

/**
 * A server that speaks the part of S3 that Parley uses, as strictly as Amazon does: signatures, hashes of bodies, ranges,
 * sizes of parts. In memory.
 */
export async function startS3Server({ secretAccessKey = 'test/secret+key' } = {}): Promise<S3Server> {
  const account = { region: 'eu-test-1', accessKeyId: 'TESTKEY', secretAccessKey };
  const name = 'call-files';
  const bucket = new Bucket();
  const server = createServer((request, response) => {
    answer(request, response, { ...account, name, bucket }).catch(() => request.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { ...account, bucket: name, prefix: '', endpoint },
    keys: () => bucket.keys(),
    uploads: () => bucket.uploads(),
    beginUpload: (key) => bucket.beginUpload(key, {}),
    abortUploads: () => bucket.abortUploads(),
    dateUploads: (initiated) => bucket.dateUploads(initiated),
    putObject: (key, text) => bucket.store(key, Buffer.from(text), {}),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Site {
  readonly name: string;
  readonly bucket: Bucket;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

async function answer(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const chunks: Buffer[] = [];
  // A body that is cut throws here, so nothing of it is stored.
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  try {
    checkSignature(request, body, site);
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, first = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    if (first !== site.name) throw new S3Fault(404, 'NoSuchBucket');
    const call: Call = {
      method: request.method ?? '',
      key: rest.join('/'),
      query: url.searchParams,
      headers: request.headers,
      body,
    };
    const { status, headers = {}, body: content = '' } = site.bucket.handle(call);
    response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers });
    response.end(request.method === 'HEAD' ? undefined : content);
  } catch (error) {
    if (!(error instanceof S3Fault)) throw error;
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${error.code}</Code>${error.more}</Error>`;
    response.writeHead(error.status, { 'content-type': 'application/xml' });
    response.end(request.method === 'HEAD' ? undefined : xml);
  }
}
