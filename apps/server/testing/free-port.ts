import { choosePort } from '../src/composition/choose-port.ts';

/** A port that nothing listens on, for a server whose address is known before it starts or that is started again. */
export function freePort(): Promise<number> {
  return choosePort('127.0.0.1', 0, false);
}
