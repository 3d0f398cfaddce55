import { createHmac } from 'node:crypto';

export type Params = Record<string, string | string[]>;

/** What Twilio signs for a URL: everything but the fragment, which is never sent. */
export function withoutFragment(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}

/** X-Twilio-Signature: HMAC-SHA1 over the exact URL and the sorted form parameters. */
export function sign(authToken: string, url: string, params: Params = {}): string {
  let text = withoutFragment(url);
  for (const key of Object.keys(params).sort()) {
    const value = params[key];
    const values = Array.isArray(value) ? [...new Set(value)].sort() : [value ?? ''];
    for (const one of values) text += key + one;
  }
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}
