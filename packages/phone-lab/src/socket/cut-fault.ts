import type { Leg } from '../call/leg.ts';

/** The fault knob `cutWebsocket`: after a while the connection to the application breaks without a closing handshake. */
export function scheduleCut(call: Leg, cut: () => void, over: Promise<unknown>): void {
  const { faults, ledger } = call.carrier;
  const fault = faults.trigger('cutWebsocket', { to: call.record.to });
  if (!fault) return;
  const timer = setTimeout(() => {
    ledger.append(call.sid, { kind: 'fault', knob: 'cutWebsocket', detail: 'connection broken' });
    cut();
  }, fault.ms ?? 0);
  void over.then(() => clearTimeout(timer));
}
