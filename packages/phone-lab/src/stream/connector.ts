import type { Connector } from '../twiml/connector.ts';
import { openStream } from './open.ts';
import { readStreamSettings } from './settings.ts';

/** `<Connect><Stream>`: sound both ways, until the application closes its socket or the document is replaced. */
export const connectStream: Connector = async (noun, { call, signal, documentUrl }) => {
  const session = await openStream(call, readStreamSettings(noun, documentUrl, true), true);
  if (!session) return {};
  const onAbort = () => session.stop();
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  await session.over;
  signal.removeEventListener('abort', onAbort);
  return {};
};
