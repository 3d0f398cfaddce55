import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

export class S3Fault extends Error {
  readonly status: number;
  readonly code: string;
  /** Further elements of the response. */
  readonly more: string;
  constructor(status: number, code: string, more = '') {
    super(code);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

export interface Call {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

interface StoredObject {
  readonly body: Buffer;
  readonly etag: string;
  readonly kept: OutgoingHttpHeaders;
  readonly modified: Date;
}

interface Upload {
  initiated: Date;
  readonly key: string;
  readonly headers: IncomingHttpHeaders;
  readonly parts: Map<number, { body: Buffer; etag: string }>;
}

const smallestPart = 5 * 1024 ** 2;
const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The objects and uploads of one bucket. */
export class Bucket {
  readonly #objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, Upload>();

  keys = () => [...this.#objects.keys()].toSorted();
  uploads = () => [...this.#uploads.keys()];

  beginUpload(key: string, headers: IncomingHttpHeaders): string {
    const id = `${randomUUID()}+/=`;
    this.#uploads.set(id, { key, headers, parts: new Map(), initiated: new Date() });
    return id;
  }

  abortUploads(): void {
    this.#uploads.clear();
  }

  /** Lets all uploads have begun at that time. */
  dateUploads(initiated: Date): void {
    for (const upload of this.#uploads.values()) upload.initiated = initiated;
  }

  store(key: string, body: Buffer, headers: IncomingHttpHeaders, etag = etagOf(body)): void {
    const names = Object.keys(headers).filter(
      (name) => name === 'content-type' || name.startsWith('x-amz-meta-'),
    );
    const kept = Object.fromEntries(names.map((name) => [name, headers[name]]));
    this.#objects.set(key, { body, etag, kept, modified: new Date() });
  }

  handle(call: Call): Answer {
    const { method, key, query } = call;
    if (key === '') return query.has('uploads') ? this.#listUploads(query) : this.#list(query);
    if (query.has('uploads') && method === 'POST') return this.#begin(call);
    const uploadId = query.get('uploadId');
    if (uploadId !== null) return this.#continue(call, uploadId);
    switch (method) {
      case 'PUT':
        this.store(key, call.body, call.headers);
        return { status: 200, headers: { etag: etagOf(call.body) } };
      case 'DELETE':
        this.#objects.delete(key);
        return { status: 204 };
      case 'GET':
      case 'HEAD':
        return this.#read(call);
      default:
        throw new S3Fault(405, 'MethodNotAllowed');
    }
  }

  #read({ key, headers }: Call): Answer {
    const object = this.#objects.get(key);
    if (!object) throw new S3Fault(404, 'NoSuchKey');
    const { body, etag, kept, modified } = object;
    const common = { ...kept, etag, 'last-modified': modified.toUTCString(), 'accept-ranges': 'bytes' };
    const size = body.length;
    const asked = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '');
    if (!asked) return { status: 200, headers: { ...common, 'content-length': size }, body };
    const [from, to] = [asked[1] ?? '', asked[2] ?? ''];
    const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
    const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
    if (first > last) throw new S3Fault(416, 'InvalidRange', `<ActualObjectSize>${size}</ActualObjectSize>`);
    const part = body.subarray(first, last + 1);
    const range = { 'content-range': `bytes ${first}-${last}/${size}`, 'content-length': part.length };
    return { status: 206, headers: { ...common, ...range }, body: part };
  }

  #list(query: URLSearchParams): Answer {
    if (query.get('list-type') !== '2') throw new S3Fault(501, 'NotImplemented');
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const limit = Math.min(1000, Number(query.get('max-keys') ?? 1000));
    const keys = this.keys().filter((key) => key.startsWith(prefix) && key > after);
    const page = keys.slice(0, limit);
    const more = keys.length > page.length;
    // Tokens with characters that XML and URLs have to escape, as real ones have.
    const token = Buffer.from(page.at(-1) ?? '').toString('base64');
    const contents = page.map((key) => {
      const { body, etag, modified } = this.#objects.get(key) as StoredObject;
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${body.length}</Size></Contents>`;
    });
    const next = more ? `<NextContinuationToken>${escaped(token)}</NextContinuationToken>` : '';
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
    return { status: 200, headers: { 'content-type': 'application/xml' }, body: xml };
  }

  #listUploads(query: URLSearchParams): Answer {
    const found = [...this.#uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
    const entries = found.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return {
      status: 200,
      body: `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`,
    };
  }

  #begin({ key, headers }: Call): Answer {
    const id = this.beginUpload(key, headers);
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }

  #continue({ method, key, query, body }: Call, uploadId: string): Answer {
    const upload = this.#uploads.get(uploadId);
    if (!upload || upload.key !== key) throw new S3Fault(404, 'NoSuchUpload');
    if (method === 'PUT') {
      const etag = etagOf(body);
      upload.parts.set(Number(query.get('partNumber')), { body, etag });
      return { status: 200, headers: { etag } };
    }
    if (method === 'POST') return this.#complete(upload, uploadId, body.toString());
    this.#uploads.delete(uploadId);
    return { status: 204 };
  }

  #complete(upload: Upload, uploadId: string, xml: string): Answer {
    const listed = [...xml.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g)];
    const parts = listed.map(([, number, etag = '']) => {
      const part = upload.parts.get(Number(number));
      if (!part || etag.replaceAll('&quot;', '"') !== part.etag) throw new S3Fault(400, 'InvalidPart');
      return part.body;
    });
    if (parts.length === 0) throw new S3Fault(400, 'MalformedXML');
    if (parts.slice(0, -1).some((part) => part.length < smallestPart))
      throw new S3Fault(400, 'EntityTooSmall');
    const body = Buffer.concat(parts);
    const digests = parts.map((part) => createHash('md5').update(part).digest());
    const etag = `"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${parts.length}"`;
    this.store(upload.key, body, upload.headers, etag);
    this.#uploads.delete(uploadId);
    return {
      status: 200,
      body: `<?xml version="1.0"?>\n<CompleteMultipartUploadResult><ETag>${escaped(etag)}</ETag></CompleteMultipartUploadResult>`,
    };
  }
}
