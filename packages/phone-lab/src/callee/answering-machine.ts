import type { Party } from './callee.ts';

/** The beep after the greeting of an answering machine. Nobody hears it: machine detection reports it. */
export const beepMs = 500;

/** Records what the agent says from now on. The message is written to the ledger when the call ends, also an empty one. */
export function recordMessage({ channel, recorded }: Pick<Party, 'channel' | 'recorded'>): void {
  let message = '';
  channel.listen((event) => {
    if (event.type === 'closed') return recorded(message.trim());
    if (event.type === 'digit' || event.speech.side !== 'app') return;
    if (event.type === 'word') message += event.word;
    if (event.type === 'ended') message = `${message.trimEnd()} `;
  });
}
