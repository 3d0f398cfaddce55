import type { Method } from '../webhook/target.ts';
import { notSupported, RestError } from './errors.ts';

/** Request parameters in Twilio's format: case-sensitive names, repeated keys for lists. */
export class Form {
  readonly #params: URLSearchParams;

  constructor(text: string) {
    this.#params = new URLSearchParams(text);
  }

  has(name: string): boolean {
    return this.#params.has(name);
  }

  text(name: string): string | null {
    const value = this.#params.get(name)?.trim();
    return value ? value : null;
  }

  list(name: string): string[] {
    return this.#params.getAll(name).filter((value) => value !== '');
  }

  names(): string[] {
    return [...new Set(this.#params.keys())];
  }

  flag(name: string): boolean {
    return this.text(name)?.toLowerCase() === 'true';
  }

  method(name: string, code = 21209): Method {
    const value = this.text(name);
    if (value === null) return 'POST';
    const upper = value.toUpperCase();
    if (upper === 'GET' || upper === 'POST') return upper;
    throw new RestError(400, code, `${name} must be GET or POST, got ${value}`);
  }

  /** A whole number between two bounds, or the default. */
  whole(name: string, low: number, high: number, fallback: number, code = 20001): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= low && number <= high) return number;
    throw new RestError(400, code, `${name} must be a whole number from ${low} to ${high}, got ${value}`);
  }

  url(name: string, code: number): string | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!isWebUrl(value)) throw new RestError(400, code, `${name} is not a valid URL: ${value}`);
    return value;
  }

  /** Refuses parameters that the lab does not support. */
  refuse(names: readonly string[]): void {
    for (const name of names) {
      const value = this.text(name);
      if (value !== null && value.toLowerCase() !== 'false') throw notSupported(`the parameter ${name}`);
    }
  }
}

export function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  // Twilio refuses host names with an underscore.
  return !url.hostname.includes('_');
}
