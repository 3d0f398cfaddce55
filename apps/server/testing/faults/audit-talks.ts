import { englishPhrases } from '../../src/voice/session/settings.ts';
import { somebodySpoke } from '../../src/voice/summary/spoken.ts';
import type { CallRow, CarrierFact, Evidence, Sentence, StoredLine, Talk } from './evidence.ts';
import type { Findings } from './properties.ts';
import { WordStream, words } from './word-stream.ts';

/** Between the carrier's word and ours in the database there is a network and a commit. */
const onItsWayMs = 750;

/** What was said, against what was written down and what was made of it. */
export function auditTalks({ carrier, memory, graceMs }: Evidence, findings: Findings): void {
  const facts = new Map(carrier.map((fact) => [fact.sid, fact]));
  const lines = Map.groupBy(memory.lines, ({ callId }) => callId);
  for (const row of memory.rows) {
    const stored = lines.get(row.id) ?? [];
    const fact = row.sid === null ? undefined : facts.get(row.sid);
    auditSummary(row, stored, memory.summariesWritten.get(row.id) ?? 0, findings);
    if (!fact?.talk) {
      inventions(row.id, stored, silence, findings);
      continue;
    }
    auditWords(row, fact.talk, stored, graceMs, findings);
    auditPromise(row, fact, fact.talk, { graceMs, kept: memory.doNotCall }, findings);
  }
}

function auditWords(
  row: CallRow,
  talk: Talk,
  stored: readonly StoredLine[],
  graceMs: number,
  findings: Findings,
): void {
  findings.check('brokenByNobody', row.id, row.endRequested || !talk.cutByNobody, () => 'the socket broke');
  for (const speaker of ['agent', 'user'] as const) {
    const stream = new WordStream(
      stored.filter((line) => line.speaker === speaker).map(({ message }) => message),
    );
    const said = talk.said.filter(({ by }) => by === speaker).toSorted((a, b) => a.startedAt - b.startedAt);
    for (const sentence of said) {
      if (!isRequired(sentence, talk, graceMs) || isOurCut(sentence, row, talk, graceMs)) continue;
      const property = !sentence.whole ? 'interrupted' : talk.cutAt === null ? 'wholeTalks' : 'cutTalks';
      findings.check(property, row.id, stream.takes(sentence.text), () => missing(sentence, talk, stored));
    }
  }
  inventions(row.id, stored, talk, findings, true);
}

/** Whether a sentence has to be there: it came to its end in time, and the carrier could tell us of it. */
function isRequired(sentence: Sentence, talk: Talk, graceMs: number): boolean {
  const { startedAt, endedAt, text, whole, by } = sentence;
  if (startedAt < talk.openedAt || startedAt >= talk.overAt) return false;
  if (talk.cutAt !== null && endedAt >= talk.cutAt - graceMs) return false;
  if (by === 'agent') return true;
  const told = talk.told.find((one) => new WordStream([one.text]).takes(text));
  return whole && told !== undefined && (talk.cutAt === null || told.at < talk.cutAt - onItsWayMs);
}

/** Where we end the call ourselves, the carrier tells no more of the sentence that is being spoken, or was just now. */
function isOurCut({ whole, endedAt }: Sentence, row: CallRow, { overAt }: Talk, graceMs: number): boolean {
  return row.endRequested && endedAt >= overAt - (whole ? justNowMs : graceMs);
}

/** What the carrier needs to say that a sentence was played to its end. */
const justNowMs = 100;

const silence: Pick<Talk, 'said' | 'sent' | 'cutAt'> = { said: [], sent: '', cutAt: null };

/**
 * Every line was said, and once. Where speech was cut off, all that was sent may be kept, flagged; otherwise only what
 * was heard.
 */
function inventions(
  callId: string,
  stored: readonly StoredLine[],
  talk: Pick<Talk, 'said' | 'sent' | 'cutAt'>,
  findings: Findings,
  talked = false,
): void {
  const { said, sent, cutAt } = talk;
  const saidBy = (speaker: Sentence['by']) =>
    new WordStream(said.filter(({ by }) => by === speaker).map(({ text }) => text));
  const pools = { user: saidBy('user'), heard: saidBy('agent'), sent: new WordStream([sent]) };
  const wasSent = (message: string) => new WordStream([sent]).takes(message);
  const wasSaid = ({ speaker, message, interrupted }: StoredLine) => {
    if (speaker === 'user') return pools.user.takes(message);
    if (pools.sent.takes(message)) return interrupted || cutAt !== null || pools.heard.takes(message);
    // Into a socket that was lost just before: what was sent and never confirmed is kept, flagged (VS15).
    return talked && interrupted && !wasSent(message) && pools.sent.runsOutIn(message);
  };
  for (const line of stored) {
    if (line.speaker === 'system') continue;
    findings.check(
      'invented',
      callId,
      wasSaid(line),
      () => `${line.speaker}: "${line.message}"; ${story(talk, stored)}`,
    );
  }
}

function missing(sentence: Sentence, talk: Talk, stored: readonly StoredLine[]): string {
  return `${sentence.by}: "${sentence.text}"; ${story(talk, stored)}`;
}

/** A conversation in one line, as the carrier heard it and as we wrote it down; times count back from the cut. */
function story({ said, sent, cutAt }: Pick<Talk, 'said' | 'sent' | 'cutAt'>, stored: readonly StoredLine[]) {
  const told = said.map(({ by, text, whole, endedAt }) => {
    const age = cutAt === null ? '' : ` (${Math.round(cutAt - endedAt)} ms before the cut)`;
    return `${by}: ${text}${whole ? '' : '*'}${age}`;
  });
  const kept = stored.map(
    ({ speaker, message, interrupted }) => `${speaker}: ${message}${interrupted ? '*' : ''}`,
  );
  return `sent: ${sent || 'nothing'}; said: ${told.join(' | ') || 'nothing'}; stored: ${kept.join(' | ') || 'nothing'}`;
}

function auditSummary(
  row: CallRow,
  stored: readonly StoredLine[],
  written: number,
  findings: Findings,
): void {
  const spoke = somebodySpoke({ transcript: stored });
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
  talk: Talk,
  { graceMs, kept }: { graceMs: number; kept: ReadonlySet<string> },
  findings: Findings,
): void {
  const made = talk.said.some(
    (one) =>
      one.by === 'agent' && isRequired(one, talk, graceMs) && words(one.text).join(' ').includes(promise),
  );
  const number = fact.inbound ? fact.from : fact.to;
  if (made) findings.check('promises', row.id, kept.has(number), () => `${number} is not on the list`);
}
