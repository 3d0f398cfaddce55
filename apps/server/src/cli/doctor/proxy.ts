import type { Config } from '../../config/config.ts';
import { isProxyUnnamed } from '../../config/loopback.ts';
import { type Finding, fault, ok } from './finding.ts';

const name = 'reverse proxy';

/** Limits on sign-ins count by address; behind a proxy that TRUST_PROXY does not name, all people have the same one. */
export function checkProxy(config: Config): Finding[] {
  if (config.trustProxy !== false) return [ok(name, `addresses are believed from ${config.trustProxy}`)];
  if (!isProxyUnnamed(config)) return [];
  return [
    fault(
      name,
      'people behind a proxy share one limit on sign-ins, because TRUST_PROXY names no proxy',
      'Set TRUST_PROXY to the address of your proxy, such as loopback or 10.0.0.0/8.',
    ),
  ];
}
