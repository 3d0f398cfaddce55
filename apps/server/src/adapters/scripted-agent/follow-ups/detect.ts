import type { CallDirection } from '@parley/contract';
import type { FollowUpDetector } from '../../../ports/follow-up-detector.ts';
import type { CallFacts, DetectedFollowUp } from '../../../ports/follow-ups.ts';
import type { OutcomeMaterial } from '../../../ports/outcomes.ts';
import { intentsOf } from '../understanding/intents.ts';
import {
  failedTransferSentence,
  optOutSentence,
  questionsSentence,
  requestSentence,
  urgencySentence,
  withName,
} from './follow-up-sentences.ts';
import { isPersonReached } from './reached.ts';
import { requestedTime } from './requested-time.ts';
import { mainRequest, type Request, requestsIn } from './requests.ts';
import { saidName } from './said-name.ts';
import { sentencesOfParty, type Transcript } from './spoken.ts';
import { unansweredIn } from './unanswered.ts';
import { type Urgency, urgencyIn } from './urgency.ts';

type Material = OutcomeMaterial & CallFacts;

/** Finds by rules what somebody has to do after a call (docs/follow-ups.md). */
export const scriptedDetector: FollowUpDetector = { detect, reached: isPersonReached };

function detect(material: Material): DetectedFollowUp[] {
  const rows = rowsOf(material);
  const name = rows.length === 0 ? null : saidName(material.transcript, material.direction);
  return name === null ? rows : rows.map((row) => ({ ...row, what: withName(row.what, name) }));
}

function rowsOf(material: Material): DetectedFollowUp[] {
  const { transcript, direction } = material;
  const optOut = optOutOf(material);
  const handled = wasHandled(material);
  const requests = handled ? [] : requestsIn(transcript, direction).filter(isWantedStill(material));
  const question = handled ? null : questionOf(material, requests);
  const request = requestOf(material, question, requests);
  const urgency = handled ? null : urgencyOf(material);
  const rows = [request, question, optOut].filter((row) => row !== null);
  if (urgency === null) return rows;
  const [first, ...others] = rows;
  if (first === undefined || first === optOut) return [urgent(bareCallBack, urgency), ...rows];
  // Nobody has asked for what the agent promised by itself.
  return [urgent(first.reason === 'promise' ? bareCallBack : first, urgency), ...others];
}

/** A machine has asked for nothing, and whoever was connected with a person has been listened to. */
function wasHandled({ reason, transferFailed }: Material): boolean {
  return (
    reason === 'voicemail' || reason === 'voicemail_left' || (reason === 'transferred' && !transferFailed)
  );
}

/** Whoever does not want to be called is not called back, whatever the agent has promised. */
function isWantedStill({ reason }: Material): (request: Request) => boolean {
  return (request) => reason !== 'do_not_call' || !['callback', 'promise'].includes(request.reason);
}

function urgencyOf({ transcript, direction, reason }: Material): Urgency | null {
  const urgency = urgencyIn(transcript, direction);
  // Anger about being called is settled by not calling again.
  return urgency?.why === 'angry' && reason === 'do_not_call' ? null : urgency;
}

function requestOf(
  material: Material,
  question: DetectedFollowUp | null,
  requests: readonly Request[],
): DetectedFollowUp | null {
  if (material.transferFailed) return failedTransfer(material, requests);
  const request = mainRequest(requests);
  if (request === null || (question !== null && isTheSame(request, question))) return null;
  const { reason, entry } = request;
  const urgentWhy = reason === 'person' && isForToday(request.said) ? 'person_today' : null;
  return { reason, urgentWhy, what: requestSentence(request), entry, dueAt: dueOf(material, request) };
}

/** Somebody will call back about the question: one thing to do, not two. */
function isTheSame({ reason, entry }: Request, question: DetectedFollowUp): boolean {
  return reason === 'promise' || reason === 'callback' || (reason === 'message' && entry === question.entry);
}

/** The time to call, where the call itself is what was asked for. */
function dueOf({ transcript, startedAt, timeZone }: Material, { reason, when, at }: Request): Date | null {
  if (reason !== 'callback') return null;
  return requestedTime(when, (transcript[at]?.spokenAt ?? startedAt).getTime(), timeZone);
}

function failedTransfer(material: Material, requests: readonly Request[]): DetectedFollowUp {
  const asked = requests.find(({ reason }) => reason === 'person');
  const last = material.transcript.findLast(({ speaker }) => speaker === 'user');
  const said = asked?.said ?? last?.message ?? null;
  return {
    reason: 'transfer_failed',
    urgentWhy: said !== null && isForToday(said) ? 'person_today' : null,
    what: failedTransferSentence(said, asked?.person ?? null),
    entry: asked?.entry ?? last?.ordinal ?? null,
    dueAt: null,
  };
}

const today =
  /\b(?:today|tonight|right now|now|immediately|urgent(?:ly)?|at once|straight away|right away|as soon as possible|asap)\b/i;

function isForToday(said: string): boolean {
  return today.test(said);
}

function questionOf(material: Material, requests: readonly Request[]): DetectedFollowUp | null {
  const found = unansweredIn(material);
  if (found === null) return null;
  const back = requests.find(({ reason }) => reason === 'callback');
  const dueAt = back ? dueOf(material, back) : null;
  return {
    reason: 'question',
    urgentWhy: null,
    what: questionsSentence(found.questions),
    entry: found.entry,
    dueAt,
  };
}

function optOutOf({ transcript, direction, optOutUnconfirmed }: Material): DetectedFollowUp | null {
  if (!optOutUnconfirmed) return null;
  const said = optOutIn(transcript, direction);
  return {
    reason: 'opt_out_unconfirmed',
    urgentWhy: null,
    what: optOutSentence(said?.message ?? null),
    entry: said?.ordinal ?? null,
    dueAt: null,
  };
}

function optOutIn(transcript: Transcript, direction: CallDirection): Transcript[number] | undefined {
  const spoken = sentencesOfParty(transcript, direction).findLast(({ text }) =>
    intentsOf(text).has('doNotCall'),
  );
  return spoken?.entry ?? transcript.findLast(({ speaker }) => speaker === 'user');
}

const bareCallBack: DetectedFollowUp = {
  reason: 'callback',
  urgentWhy: null,
  what: '',
  entry: null,
  dueAt: null,
};

/** What makes it urgent comes first, and the row leads to where it was said. */
function urgent(row: DetectedFollowUp, urgency: Urgency): DetectedFollowUp {
  const what = urgencySentence(urgency, row.what === '' ? null : row.what);
  return { ...row, urgentWhy: urgency.why, what, entry: urgency.entry };
}
