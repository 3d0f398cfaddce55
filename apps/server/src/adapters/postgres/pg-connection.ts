import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** The parts of a connection string, so that other roles can connect to the same place. */
export function connectionFromUrl(url: string): ClientConfig {
  return parseIntoClientConfig(url);
}
