import { problemOf } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { HostGuard } from '../../lib/host-guard.ts';

/**
 * Refuses a host that was typed where it leads into the network of the server, as far as can be told without asking a
 * name server. Names are judged again by what they resolve to, with each connection.
 */
export function assertHostAllowed(guard: HostGuard, address: string, host: string): void {
  const refusal = guard.refusalOf(address);
  if (refusal === null) return;
  if (refusal === 'not_https')
    throw new AppError('host_not_allowed', 'Begin the address with https: this server sends a key to it.');
  if (refusal === 'invalid' || refusal === 'login')
    throw new AppError('invalid_request', `${host} is no address that can be connected to.`);
  const { sentence, remedy } = problemOf('host_not_allowed', { host });
  throw new AppError('host_not_allowed', `${sentence} ${remedy}`);
}
