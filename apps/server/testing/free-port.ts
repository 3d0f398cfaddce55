import { randomInt } from 'node:crypto';
import { choosePort } from '../src/composition/choose-port.ts';

/**
 * A port that nothing listens on, for a server whose address is known before it starts or that is started again. It is
 * below those that the system gives to outgoing connections, one of which could take it meanwhile.
 */
export function freePort(): Promise<number> {
  return choosePort('127.0.0.1', randomInt(20_000, 32_000), false);
}
