import type { Leg } from '../call/leg.ts';

/** The fault knob `cutWebsocket`: after a while the network between carrier and application fails, without a farewell. */
export function scheduleCut(call: Leg, cut: () => void, over: Promise<unknown>): void {
  const { faults, ledger } = call.carrier;
  const fault = faults.trigger('cutWebsocket', { to: call.record.to });
  if (!fault) return;
  const timer = setTimeout(() => {
    ledger.append(call.sid, { kind: 'fault', knob: 'cutWebsocket', detail: 'connection torn' });
    cut();
  }, fault.ms ?? 0);
  void over.then(() => clearTimeout(timer));
}
