import { randomUUIDv7 } from 'node:crypto';

/** UUIDv7, each greater than the one before: the id is the order, also within one millisecond. */
export function createCallIds(random: () => string = randomUUIDv7): () => string {
  let last = '';
  return () => {
    const fresh = random();
    last = fresh > last ? fresh : following(last);
    return last;
  };
}

function following(id: string): string {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
