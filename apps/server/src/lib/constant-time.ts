import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same, in a time that says nothing of where they differ; their length is no secret. */
export function equalInConstantTime(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [bytesOf(given), bytesOf(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function bytesOf(value: string | Buffer): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : value;
}
