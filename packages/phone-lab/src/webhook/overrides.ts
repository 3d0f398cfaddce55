/** Connection overrides: settings in a webhook URL's fragment, `#ct=2000&rt=5000&tt=12000&rc=2&rp=5xx,ct,rt`. */
export interface ConnectionSettings {
  connectMs: number;
  readMs: number;
  totalMs: number;
  retries: number;
  retryOn: ReadonlySet<RetryReason>;
}

export type RetryReason = '4xx' | '5xx' | 'ct' | 'rt';

const reasons: readonly RetryReason[] = ['4xx', '5xx', 'ct', 'rt'];

export function connectionSettings(url: string): ConnectionSettings {
  const at = url.indexOf('#');
  const given = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const whole = (name: string, low: number, high: number, fallback: number) => {
    const text = given.get(name);
    if (text === null || !/^\d+$/.test(text)) return fallback;
    return Math.min(high, Math.max(low, Number(text)));
  };
  return {
    connectMs: whole('ct', 100, 10_000, 5_000),
    readMs: whole('rt', 100, 15_000, 15_000),
    totalMs: whole('tt', 100, 15_000, 15_000),
    retries: whole('rc', 0, 5, 1),
    retryOn: retryPolicy(given.get('rp')),
  };
}

function retryPolicy(text: string | null): ReadonlySet<RetryReason> {
  if (text === null) return new Set<RetryReason>(['ct']);
  const asked = text.split(',').map((one) => one.trim().toLowerCase());
  if (asked.includes('all')) return new Set(reasons);
  return new Set(reasons.filter((reason) => asked.includes(reason)));
}
