import type { Leg } from '../call/leg.ts';

/** The fault knob `cutWebsocket`: after a while the connection to the application breaks without a closing handshake. */
export function scheduleCut(call: Leg, cut: () => void, over: Promise<unknown>): void {
  const { faults, ledger, clock } = call.carrier;
  const fault = faults.trigger('cutWebsocket', { to: call.record.to });
  if (!fault) return;
  // In real time where the lab runs by the machine's clock; a slower clock is waited for.
  const cancel = clock.after((fault.ms ?? 0) * clock.speed, () => {
    ledger.append(call.sid, { kind: 'fault', knob: 'cutWebsocket', detail: 'connection broken' });
    cut();
  });
  void over.then(cancel);
}
