import type { Leg } from './leg.ts';

/** Writes to the ledger what is heard in a call, by whom, and whether it was cut. */
export function recordSpeech(call: Leg): void {
  const { ledger, clock } = call.carrier;
  call.channel.listen((event) => {
    if (event.type === 'digit') {
      ledger.append(call.sid, { kind: 'digit', by: event.side, digit: event.digit });
      return;
    }
    if (event.type !== 'ended' || event.speech.wordless) return;
    const text = event.speech.heard.trim();
    if (!text) return;
    ledger.append(call.sid, {
      kind: 'said',
      by: event.speech.side,
      text,
      cut: event.end === 'cut',
      startMs: call.labMs(event.speech.startedAt),
      endMs: call.labMs(clock.now()),
    });
  });
}
