import { knownLanguage, notRecordedNotes, recordingAnswer, recordingQuestion } from '@parley/contract';
import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { CarrierNotice } from '../../../ports/carrier-connection.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import type { ConnectSession } from './connect-session.ts';

/** Somebody who has said neither yes nor no is asked once more. */
const mostQuestions = 2;
const longestAnswer = 500;

export interface QuestionDeps {
  readonly transcripts: Pick<TranscriptStore, 'write' | 'addNote'>;
  readonly clock: Clock;
}

/** Asks whether the call may be recorded. The carrier asks, before any session: so it is the same for both engines. */
export async function askToRecord(
  { transcripts, clock }: QuestionDeps,
  { tenantId, id: callId }: CallRecord,
  tag: string,
  attempt = 1,
): Promise<CallScript> {
  const { introduction, question, again, hints } = recordingQuestion(tag);
  const said = attempt === 1 ? question : again;
  const first = attempt === 1 ? introduction : null;
  const message = first === null ? said : `${first} ${said}`;
  // Its place is fixed: a carrier that requests the same again does not fill the transcript.
  const entry = { ordinal: placeOf(attempt), speaker: 'agent', message, interrupted: false } as const;
  await transcripts.write({ tenantId, callId }, { ...entry, spokenAt: clock.now() }, true);
  const language = knownLanguage(tag) === null ? 'en-US' : tag;
  return { ...{ kind: 'ask', callId, attempt, hints, language }, introduction: first, question: said };
}

const placeOf = (attempt: number) => (attempt - 1) * 2;

/** What the other party has answered; the call goes on, recorded or not. */
export type TakeRecordingAnswer = (
  call: CallRecord,
  notice: Pick<Extract<CarrierNotice, { kind: 'recording-answer' }>, 'attempt' | 'said'>,
) => Promise<CallScript>;

export function createTakeRecordingAnswer(
  deps: QuestionDeps & {
    readonly agents: Pick<AgentStore, 'forCall'>;
    readonly connect: ConnectSession;
  },
): TakeRecordingAnswer {
  const { transcripts, clock } = deps;
  return async (call, { attempt, said }) => {
    const key = { tenantId: call.tenantId, callId: call.id };
    const tag = (await deps.agents.forCall(call))?.language ?? '';
    const asked = Math.min(attempt ?? mostQuestions, mostQuestions);
    const message = said?.trim().slice(0, longestAnswer).toWellFormed() ?? '';
    const answer = message === '' ? 'silence' : recordingAnswer(message, tag);
    if (message !== '') {
      const entry = { ordinal: placeOf(asked) + 1, speaker: 'user', message, interrupted: false } as const;
      await transcripts.write(key, { ...entry, spokenAt: clock.now() }, true);
    }
    if (answer === 'yes') return deps.connect(call, 1, 'granted');
    if (answer === 'unclear' && asked < mostQuestions) return askToRecord(deps, call, tag, asked + 1);
    await transcripts.addNote(key, notRecordedNotes[answer === 'no' ? 'no' : 'unclear'], clock.now());
    return deps.connect(call, 1, 'refused');
  };
}
