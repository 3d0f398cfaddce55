import type { Leg } from '../call/leg.ts';

/** So much of what goes over one socket stands in the ledger; an application without measure must not fill it. */
const mostNotes = 10_000;
const mostCharacters = 8_000_000;

export type LogMessage = (direction: 'to-app' | 'from-app', message: unknown, characters: number) => void;

/** Writes down the messages of one socket, and once that there were more than are kept. */
export function messageLog(call: Leg, kind: 'relay' | 'stream'): LogMessage {
  let count = 0;
  let characters = 0;
  return (direction, message, size) => {
    if (count > mostNotes) return;
    count += 1;
    characters += size;
    if (characters > mostCharacters) count = mostNotes + 1;
    const isKept = count <= mostNotes;
    const kept = isKept ? message : { more: 'The messages that follow are not kept: there are too many.' };
    call.carrier.ledger.append(call.sid, { kind, direction, message: kept });
  };
}
