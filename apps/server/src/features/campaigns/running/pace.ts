const minuteMs = 60_000;

/** Dials of a campaign, a token for each. Tokens come at the rate of the policy and are kept for a second at most. */
export interface Bucket {
  readonly tokens: number;
  /** When the tokens were counted, in milliseconds since the epoch. */
  readonly at: number;
}

/** With the first token there at once. */
export function newBucket(now: Date): Bucket {
  return { tokens: 1, at: now.getTime() };
}

/** A second's worth: a carrier takes a call each second, and what was not used earlier is not made up for. */
function capacity(perMinute: number): number {
  return Math.max(1, perMinute / 60);
}

function counted({ tokens, at }: Bucket, now: number, perMinute: number): Bucket {
  // A clock that was set back brings no tokens, and takes none.
  const passed = Math.max(0, now - at);
  const more = tokens + (passed * perMinute) / minuteMs;
  return { tokens: Math.min(capacity(perMinute), more), at: Math.max(at, now) };
}

/** Sums of fractions are a little less than whole. */
const nearlyOne = 1 - 1e-9;

/** How many may be dialled now. */
export function ready(bucket: Bucket, now: Date, perMinute: number): number {
  return Math.floor(counted(bucket, now.getTime(), perMinute).tokens + 1 - nearlyOne);
}

/** Takes a token. `wait`: milliseconds until there is one; 0: it was taken. */
export function take(
  bucket: Bucket,
  now: Date,
  perMinute: number,
): { readonly bucket: Bucket; readonly wait: number } {
  const found = counted(bucket, now.getTime(), perMinute);
  if (found.tokens >= nearlyOne)
    return { bucket: { ...found, tokens: Math.max(0, found.tokens - 1) }, wait: 0 };
  const missing = ((1 - found.tokens) * minuteMs) / perMinute;
  return { bucket: found, wait: Math.ceil(found.at - now.getTime() + missing) };
}

/** Gives back the token of a dial that did not happen. */
export function putBack({ tokens, at }: Bucket, perMinute: number): Bucket {
  return { tokens: Math.min(capacity(perMinute), tokens + 1), at };
}
