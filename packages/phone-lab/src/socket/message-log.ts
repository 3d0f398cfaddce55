import type { Leg } from '../call/leg.ts';

/** Limits of what the ledger keeps of one socket. */
const mostMessages = 10_000;
const mostCharacters = 8_000_000;

export type LogMessage = (direction: 'to-app' | 'from-app', message: unknown, characters: number) => void;

/** Writes the messages of one socket to the ledger, and once that there were more than are kept. */
export function messageLog(call: Leg, kind: 'relay' | 'stream'): LogMessage {
  let count = 0;
  let characters = 0;
  return (direction, message, size) => {
    if (count > mostMessages) return;
    count += 1;
    characters += size;
    if (characters > mostCharacters) count = mostMessages + 1;
    const isKept = count <= mostMessages;
    const kept = isKept ? message : { more: 'The messages that follow are not kept: there are too many.' };
    call.carrier.ledger.append(call.sid, { kind, direction, message: kept });
  };
}
