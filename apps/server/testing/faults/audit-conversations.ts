import { callReasons } from '@parley/contract';
import { otherPartyResponded } from '../../src/lib/other-party.ts';
import { englishPhrases } from '../../src/voice/session/settings.ts';
import type {
  CallRow,
  CarrierConversation,
  CarrierFact,
  CarrierSession,
  Evidence,
  Sentence,
  StoredEntry,
} from './evidence.ts';
import type { Findings } from './properties.ts';
import { SentTexts, WordMatcher, words } from './word-matcher.ts';

/** What the network and a commit may take between the carrier's message and our row in the database. */
const deliveryMs = 750;

/** Compares what was said with the stored transcript, the summary and the do-not-call list. */
export function auditConversations({ carrier, database, graceMs }: Evidence, findings: Findings): void {
  const facts = new Map(carrier.map((fact) => [fact.sid, fact]));
  const entries = Map.groupBy(database.entries, ({ callId }) => callId);
  for (const row of database.rows) {
    const stored = entries.get(row.id) ?? [];
    const fact = row.sid === null ? undefined : facts.get(row.sid);
    auditSummary(row, stored, database.summariesWritten.get(row.id) ?? 0, findings);
    if (!fact?.conversation) {
      checkInvented(row.id, stored, nothingSaid, findings);
      continue;
    }
    auditTranscript(row, fact.conversation, stored, graceMs, findings);
    auditPromise(row, fact, fact.conversation, { graceMs, kept: database.doNotCall }, findings);
  }
}

function auditTranscript(
  row: CallRow,
  conversation: CarrierConversation,
  stored: readonly StoredEntry[],
  graceMs: number,
  findings: Findings,
): void {
  for (const session of sessionsOf(conversation))
    findings.check(
      'unexplainedCuts',
      row.id,
      row.endRequested || !session.unexplainedCut,
      () => 'the socket broke',
    );
  for (const session of conversation.resumed) auditResumed(row, session, findings);
  for (const speaker of ['agent', 'user'] as const) {
    const matcher = new WordMatcher(
      stored.filter((entry) => entry.speaker === speaker).map(({ message }) => message),
    );
    const said = conversation.said
      .filter((sentence) => sentence.speaker === speaker)
      .toSorted((a, b) => a.startedAt - b.startedAt);
    for (const sentence of said) {
      const session = sessionOfSentence(sentence, conversation);
      if (!session || !isRequired(sentence, session, conversation, graceMs)) continue;
      if (isCutByUs(sentence, row, session, graceMs)) continue;
      const property = !sentence.complete
        ? 'interrupted'
        : session.cutAt === null
          ? 'uncutConversations'
          : 'cutConversations';
      findings.check(property, row.id, matcher.match(sentence.text), () =>
        missing(sentence, conversation, stored),
      );
    }
  }
  checkInvented(row.id, stored, conversation, findings, true);
}

const cutOff = words(englishPhrases.cutOff).join(' ');

/** A session that resumes a lost one begins with the apology, unless it is lost before it has said a word. */
function auditResumed(row: CallRow, { sent, cutAt }: CarrierSession, findings: Findings): void {
  const begun = words(sent).join(' ');
  if (begun === '') return;
  const fits = begun.startsWith(cutOff) || (cutAt !== null && cutOff.startsWith(begun));
  findings.check('resumed', row.id, fits, () => `began with "${sent}"`);
}

function sessionsOf(conversation: CarrierConversation): readonly CarrierSession[] {
  return [conversation, ...conversation.resumed];
}

/** The session in which a sentence began; what is said while no session is open reaches nobody. */
function sessionOfSentence(
  { startedAt }: Sentence,
  conversation: CarrierConversation,
): CarrierSession | undefined {
  return sessionsOf(conversation).find(({ openedAt, overAt }) => startedAt >= openedAt && startedAt < overAt);
}

/** Whether a sentence has to be stored: it ended early enough before a cut, and the carrier reported it to us. */
function isRequired(
  { endedAt, text, complete, speaker }: Sentence,
  { storableUntil }: CarrierSession,
  { recognized }: CarrierConversation,
  graceMs: number,
): boolean {
  if (endedAt >= storableUntil - graceMs) return false;
  if (speaker === 'agent') return true;
  const reported = recognized.find((one) => new WordMatcher([one.text]).match(text));
  return complete && reported !== undefined && reported.at < storableUntil - deliveryMs;
}

/** When we end the call, the carrier no longer reports the sentence that is being played or has just ended. */
function isCutByUs(
  { complete, endedAt }: Sentence,
  row: CallRow,
  { overAt }: CarrierSession,
  graceMs: number,
): boolean {
  return row.endRequested && endedAt >= overAt - (complete ? playoutReportMs : graceMs);
}

/** What the carrier needs to report that a sentence was played to its end. */
const playoutReportMs = 100;

const nothingSaid: Heard = { said: [], sent: '', cutAt: null, resumed: [] };

/**
 * Every stored entry was said, and once. Where speech was cut off, all that was sent may be stored, flagged; otherwise
 * only what was heard.
 */
function checkInvented(
  callId: string,
  stored: readonly StoredEntry[],
  conversation: Heard,
  findings: Findings,
  isConversation = false,
): void {
  const { said } = conversation;
  const sessions = [conversation, ...conversation.resumed];
  const wasCut = sessions.some(({ cutAt }) => cutAt !== null);
  const texts = sessions.map(({ sent }) => sent);
  const saidBy = (speaker: Sentence['speaker']) =>
    new WordMatcher(said.filter((sentence) => sentence.speaker === speaker).map(({ text }) => text));
  const pools = { user: saidBy('user'), heard: saidBy('agent'), sent: new SentTexts(texts) };
  const wasSaid = ({ speaker, message, interrupted }: StoredEntry) => {
    if (speaker === 'user') return isReportedAgain(message, conversation) || pools.user.match(message);
    if (pools.sent.match(message)) return interrupted || wasCut || pools.heard.match(message);
    // Sent into a socket that was already lost: stored and flagged, although nobody confirmed it (VS15).
    return isConversation && interrupted && !pools.sent.wasSent(message) && pools.sent.matchRest(message);
  };
  for (const [index, entry] of stored.entries()) {
    // The note of a cut separates the sessions; a second one beside it belongs to the same cut, or to a session without a word.
    if (isCutNote(entry) && isCutNote(stored[index - 1])) pools.sent.passSilentSession();
    else if (isCutNote(entry)) pools.sent.nextSession();
    if (entry.speaker === 'system') continue;
    findings.check(
      'invented',
      callId,
      wasSaid(entry),
      () => `${entry.speaker}: "${entry.message}"; ${describeConversation(conversation, stored)}`,
    );
  }
}

/** The beginning of a sentence during which a session was cut: the carrier reports it whole to the session that resumes. */
function isReportedAgain(message: string, { said, cutAt, resumed }: Heard): boolean {
  const cuts = resumed.length > 0 ? [cutAt, ...resumed.map((session) => session.cutAt)] : [];
  const beginning = `${words(message).join(' ')} `;
  return said.some(
    ({ speaker, text, startedAt, endedAt }) =>
      speaker === 'user' &&
      cuts.some((at) => at !== null && at >= startedAt && at <= endedAt) &&
      words(text).join(' ').startsWith(beginning),
  );
}

function isCutNote(entry: StoredEntry | undefined): boolean {
  return entry?.speaker === 'system' && entry.message === callReasons.line_dropped;
}

type Heard = Pick<CarrierConversation, 'said' | 'sent' | 'cutAt' | 'resumed'>;

function missing(
  sentence: Sentence,
  conversation: CarrierConversation,
  stored: readonly StoredEntry[],
): string {
  return `${sentence.speaker}: "${sentence.text}"; ${describeConversation(conversation, stored)}`;
}

/** A conversation on one line, as the carrier heard it and as we stored it; times count back from the cut. */
function describeConversation({ said, sent, cutAt, resumed }: Heard, stored: readonly StoredEntry[]) {
  const texts = [sent, ...resumed.map((session) => session.sent)].join(' / ');
  const heard = said.map(({ speaker, text, complete, endedAt }) => {
    const age = cutAt === null ? '' : ` (${Math.round(cutAt - endedAt)} ms before the cut)`;
    return `${speaker}: ${text}${complete ? '' : '*'}${age}`;
  });
  const kept = stored.map(
    ({ speaker, message, interrupted }) => `${speaker}: ${message}${interrupted ? '*' : ''}`,
  );
  return `sent: ${texts || 'nothing'}; said: ${heard.join(' | ') || 'nothing'}; stored: ${kept.join(' | ') || 'nothing'}`;
}

function auditSummary(
  row: CallRow,
  stored: readonly StoredEntry[],
  written: number,
  findings: Findings,
): void {
  const spoke = otherPartyResponded({ transcript: stored });
  const { summary, summaryState } = row;
  const state = () => `summary ${summaryState}, written ${written} times`;
  if (spoke) {
    const good = summaryState === 'ready' && (summary ?? '').trim() !== '' && written === 1;
    findings.check('summaries', row.id, good, state);
  } else findings.check('summaries', row.id, summary === null && written === 0, state);
}

const promise = words(englishPhrases.noMoreCalls).join(' ');

function auditPromise(
  row: CallRow,
  fact: CarrierFact,
  conversation: CarrierConversation,
  { graceMs, kept }: { graceMs: number; kept: ReadonlySet<string> },
  findings: Findings,
): void {
  const made = conversation.said.some((one) => {
    const session = sessionOfSentence(one, conversation);
    return (
      one.speaker === 'agent' &&
      session !== undefined &&
      isRequired(one, session, conversation, graceMs) &&
      words(one.text).join(' ').includes(promise)
    );
  });
  const number = fact.inbound ? fact.from : fact.to;
  if (made) findings.check('promises', row.id, kept.has(number), () => `${number} is not on the list`);
}
