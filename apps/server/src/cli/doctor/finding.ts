import type { Check } from '@parley/contract';

/** The result of one check. */
export interface Finding {
  readonly name: string;
  readonly message: string;
  /** What to do about it; null if there is no fault. */
  readonly remedy: string | null;
}

export const ok = (name: string, message: string): Finding => ({ name, message, remedy: null });
export const fault = (name: string, message: string, remedy: string): Finding => ({ name, message, remedy });

/** What the page says about a connection, word for word. */
export function findingOf({ name, message, remedy, state }: Check): Finding {
  return {
    name: name.toLowerCase(),
    message,
    remedy: state === 'ok' ? null : (remedy ?? 'See Settings, Connections.'),
  };
}
