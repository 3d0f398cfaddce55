import type { CalleeScript, LedgerEntry } from '@parley/phone-lab';
import pg from 'pg';
import type { AnswerPlan, AnswerRequest } from './realtime/plan.ts';
import { speak } from './realtime/plan.ts';
import type { RealtimeSession } from './realtime/realtime-session.ts';
import type { RealtimeDesk } from './realtime-desk.ts';

let lastNumber = 5_000;

/** Defines a callee who follows the script and then stays silent; the number to call. */
export function defineCallee(desk: RealtimeDesk, script: CalleeScript['script']): string {
  lastNumber += 1;
  const number = `+1500555${lastNumber}`;
  desk.lab.callees.define(number, {
    script: [...(script ?? []), { silence: 600_000 }],
    patienceMs: 'endless',
  });
  desk.lab.callees.setNumber(number, number);
  return number;
}

export function ledgerOf(desk: RealtimeDesk, number: string): LedgerEntry[] {
  const sid = desk.lab.calls().find(({ to }) => to === number)?.sid;
  return sid === undefined ? [] : desk.lab.ledger(sid);
}

/** What the other party heard, by the carrier's ledger. */
export function wordsHeard(desk: RealtimeDesk, number: string): string {
  return ledgerOf(desk, number)
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text.trim()] : []))
    .join(' ');
}

/** The session at the service whose instructions contain this text. */
export async function sessionOf(desk: RealtimeDesk, told: string): Promise<RealtimeSession> {
  for (let number = 1; ; number += 1) {
    const session = await desk.session(number);
    await session.received.until('session.update');
    if (session.settings.current.instructions?.includes(told)) return session;
  }
}

/** Says the sentences that it is asked to say, and answers what it hears as the test wants. */
export function answering(answer: (heard: string) => AnswerPlan): (request: AnswerRequest) => AnswerPlan {
  return ({ cause, instructions, heard }) => {
    const told = cause === 'asked' ? /^Say these words.*?"(.*)"$/s.exec(instructions)?.[1] : undefined;
    return told === undefined ? answer(heard ?? '') : speak(told);
  };
}

export async function changeAgents(desk: RealtimeDesk, assignment: string): Promise<void> {
  const admin = new pg.Client(desk.database.owner);
  await admin.connect();
  await admin.query(`update agents set ${assignment}`);
  await admin.end();
}
