import type { Lab } from '../src/lab.ts';
import type { LedgerEntry } from '../src/ledger.ts';
import { sdk, twiml } from './app.ts';

/** A number of the account. */
export const from = '+15005550006';
/** A number that the default callee answers. */
export const to = '+15005550010';

/** Resolves when the phone of the call rings. */
export async function ringing(lab: Lab, sid: string): Promise<void> {
  await lab.waitFor(
    (entry) => entry.callSid === sid && entry.kind === 'progress' && entry.event === 'ringing',
  );
}

/** Places a call with this document and answers it as the callee `handset` does: by hand. */
export async function placeAndAnswer(
  lab: Lab,
  document: string,
  options: Record<string, unknown> = {},
): Promise<string> {
  const { sid } = await sdk(lab).calls.create({ to, from, twiml: twiml(document), ...options });
  await ringing(lab, sid);
  lab.answer(sid);
  return sid;
}

/** What was heard in a call: `app: …` or `party: …`, with a dash where it was cut off. */
export function said(lab: Lab, sid: string): string[] {
  return lab
    .ledger(sid)
    .flatMap((entry) =>
      entry.kind === 'said' ? [`${entry.by}: ${entry.text}${entry.cut ? ' —' : ''}`] : [],
    );
}

/** The first thing said in the call that contains this text. */
export function waitForSaid(lab: Lab, sid: string, text: string): Promise<LedgerEntry> {
  return lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'said' && entry.text.includes(text));
}

/** Errors and warnings of a call, as `error 31901`. */
export function problems(lab: Lab, sid: string): string[] {
  return lab
    .ledger(sid)
    .flatMap((entry) => (entry.kind === 'problem' ? [`${entry.level} ${entry.code}`] : []));
}
