export interface S3Location {
  readonly bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string;
  readonly region: string;
  /** Null: Amazon's own for the region. */
  readonly endpoint: string | null;
}

export interface S3Address {
  readonly endpoint: string;
  /** Before the key, for servers that do not have a host name for each bucket. */
  readonly bucketPath: string;
}

/** Amazon gives each bucket a host of its own; its certificate does not cover bucket names with dots. */
export function addressOf({ bucket, region, endpoint }: S3Location): S3Address {
  if (endpoint !== null) return { endpoint, bucketPath: `/${bucket}` };
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.')
    ? { endpoint: `https://${host}`, bucketPath: `/${bucket}` }
    : { endpoint: `https://${bucket}.${host}`, bucketPath: '' };
}

/** Stays the same when the scheme, region or key of the same bucket changes. */
export function s3Id({ bucket, prefix, endpoint }: S3Location): string {
  const host = endpoint === null ? 'amazonaws.com' : new URL(endpoint).host;
  return `s3:${[host, bucket, ...(prefix === '' ? [] : [prefix])].join('/')}`;
}
