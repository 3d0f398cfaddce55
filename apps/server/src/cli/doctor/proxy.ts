import type { Config } from '../../config/config.ts';
import { isProxyUnnamed, unnamedProxySentence } from '../../config/loopback.ts';
import { type Finding, ill, well } from './finding.ts';

const name = 'reverse proxy';

/** Limits count by address, and behind a proxy that nobody has named everybody has the same. */
export function checkProxy(config: Config): Finding[] {
  if (config.trustProxy !== false) return [well(name, `addresses are believed from ${config.trustProxy}`)];
  if (!isProxyUnnamed(config)) return [];
  return [
    ill(
      name,
      unnamedProxySentence,
      'Set TRUST_PROXY to the address of your proxy, such as loopback or 10.0.0.0/8.',
    ),
  ];
}
