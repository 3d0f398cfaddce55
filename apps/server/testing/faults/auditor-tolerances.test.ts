import { callReasons } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { englishPhrases } from '../../src/voice/session/settings.ts';
import { audit } from './auditor.ts';
import type { Evidence, StoredEntry } from './evidence.ts';
import {
  conversation,
  database,
  entries,
  entry,
  resumedCall,
  resumedSession,
  row,
  said,
  violated,
  withConversation,
  withEntries,
  withToolCall,
} from './example-evidence.ts';

describe('the auditor lets pass', () => {
  test('a sentence that ended less than a second before the cut', () => {
    const evidence = withConversation({ cutAt: 2_600, storableUntil: 2_600, overAt: 2_600 });
    const short = entries.slice(0, 1);
    const changed = {
      ...database,
      entries: short,
      rows: [{ ...row, summary: null, summaryState: 'none' as const }],
      summariesWritten: new Map(),
    };
    expect(audit({ ...evidence, database: changed }).differences).toEqual([]);
  });

  test('a result that is unknown after one try, where the second could not be counted, and only then', () => {
    const evidence = withToolCall({ state: 'unknown', followUps: 1, honoursKey: true });
    const away = evidence.writes.filter(({ askedAt }) => askedAt < 4_500 || askedAt > 6_000);
    expect(violated({ ...evidence, writes: away })).toEqual([]);
    expect(violated(evidence)).toEqual(['toolsUnknown']);
  });

  test('words into a socket that was lost before them, when they are flagged, and only then', () => {
    const quiet = { summary: null, summaryState: 'none' as const };
    const spoken = (interrupted: boolean): Evidence => ({
      ...withConversation({ said: [], recognized: [], sent: '' }),
      database: {
        ...database,
        rows: [{ ...row, ...quiet }],
        entries: [entry('agent', 'Hello, this is the desk.', interrupted)],
        summariesWritten: new Map(),
      },
    });
    expect(violated(spoken(true))).toEqual([]);
    expect(violated(spoken(false))).toEqual(['invented']);
  });

  test('words into a lost socket that are sent again in the session that resumes it, when they are flagged, and only then', () => {
    const opening = 'Hello, this is the desk.';
    const evidence = (interrupted: boolean): Evidence => {
      const { database: agreed, ...rest } = withConversation({
        ...{ cutAt: 9_000, storableUntil: 9_000, sent: '', recognized: [] },
        resumed: [{ ...resumedSession, sent: `${englishPhrases.cutOff} ${opening}` }],
        said: [said('agent', `${englishPhrases.cutOff} ${opening}`, 10_100)],
      });
      return {
        ...rest,
        database: {
          ...agreed,
          rows: [{ ...row, summary: null, summaryState: 'none' }],
          summariesWritten: new Map(),
          entries: [
            entry('agent', opening, interrupted),
            entry('system', callReasons.line_dropped),
            entry('agent', `${englishPhrases.cutOff} ${opening}`),
          ],
        },
      };
    };
    expect(violated(evidence(true))).toEqual([]);
    expect(violated(evidence(false))).toEqual(['invented']);
  });

  test('words after two cuts that stand side by side, because the session between them said nothing, and no others', () => {
    const first = 'Hello, this is the desk.';
    const last = `${englishPhrases.cutOff} Where were we?`;
    const evidence = (sent: string): Evidence => {
      const { database: agreed, ...rest } = withConversation({
        ...{ cutAt: 9_000, storableUntil: 9_000, sent: first, recognized: [] },
        resumed: [
          { ...resumedSession, cutAt: 10_050, overAt: 10_060, storableUntil: 10_050, sent: '' },
          { ...resumedSession, openedAt: 10_060, sent },
        ],
        said: [said('agent', first, 8_000), said('agent', last, 10_100)],
      });
      const cut = entry('system', callReasons.line_dropped);
      return {
        ...rest,
        database: {
          ...agreed,
          rows: [{ ...row, summary: null, summaryState: 'none' }],
          summariesWritten: new Map(),
          entries: [entry('agent', first), cut, cut, entry('agent', last)],
        },
      };
    };
    expect(violated(evidence(last))).toEqual([]);
    expect(violated(evidence(englishPhrases.cutOff))).toEqual(['invented']);
  });

  test('the last words into a socket that was lost before or within them, and no others', () => {
    const ended = (...more: StoredEntry[]): Evidence => ({
      ...withConversation({ cutAt: 8_000, storableUntil: 8_000, sent: `${conversation.sent} I was` }),
      database: { ...database, entries: [...entries, ...more] },
    });
    expect(violated(ended(entry('agent', 'I was', true)))).toEqual([]);
    expect(violated(ended(entry('agent', 'I was about to say', true)))).toEqual([]);
    expect(violated(ended(entry('agent', 'I was', true), entry('agent', 'Sorry.', true)))).toEqual([]);
    // One word, which also stands in a sentence before it.
    expect(violated(ended(entry('agent', 'I was', true), entry('agent', 'I', true)))).toEqual([]);
    expect(violated(ended(entry('agent', 'I was', true), entry('agent', 'I')))).toEqual(['invented']);
    expect(violated(ended(entry('agent', 'I was about to say')))).toEqual(['invented']);
    expect(violated(ended(entry('agent', 'About to say', true)))).toEqual(['invented']);
    expect(violated(ended(entry('agent', 'Sorry.', true), entry('agent', 'I was', true)))).toEqual([
      'invented',
    ]);
    expect(violated(ended(entry('agent', 'I was', true), entry('agent', 'I was', true)))).toEqual([
      'invented',
    ]);
  });

  test('the beginning of a sentence that the carrier reports whole to the session that resumes', () => {
    const spoken = said('user', 'I said lantern, please.', 8_800);
    const stored = (beginning: string): Evidence => {
      const evidence = resumedCall((all) => {
        const cut = all.findIndex(({ message }) => message === callReasons.line_dropped);
        const [note, apology, ...rest] = all.slice(cut) as [StoredEntry, StoredEntry, ...StoredEntry[]];
        const whole = entry('user', spoken.text);
        return [...all.slice(0, cut), entry('user', beginning), note, apology, whole, ...rest];
      });
      const carrier = evidence.carrier.map((one) => ({
        ...one,
        conversation: one.conversation && {
          ...one.conversation,
          said: [...one.conversation.said, spoken].toSorted((a, b) => a.startedAt - b.startedAt),
        },
      }));
      return { ...evidence, carrier };
    };
    expect(violated(stored('I said'))).toEqual([]);
    expect(violated(stored('I never said'))).toEqual(['invented']);
  });

  test('half a sentence of the agent that we broke off ourselves', () => {
    const half = said('agent', 'I was about', 8_450, false);
    const evidence = withConversation({ said: [...conversation.said, half] });
    const ended = { ...database, rows: [{ ...row, endRequested: true }] };
    expect(audit({ ...evidence, database: ended }).differences).toEqual([]);
    expect(violated(evidence)).toEqual(['interrupted']);
  });

  test('the end of a sentence that was spoken in the moment in which we ended the call, and not before', () => {
    const spokenUntil = (endedAt: number): Evidence => ({
      ...withConversation({
        said: [...conversation.said, said('agent', 'I have it all.', endedAt - 500)],
        sent: `${conversation.sent} I have it all.`,
      }),
      database: {
        ...database,
        rows: [{ ...row, endRequested: true }],
        entries: [...entries, entry('agent', 'I have', true)],
      },
    });
    expect(violated(spokenUntil(8_950))).toEqual([]);
    expect(violated(spokenUntil(8_800))).toEqual(['uncutConversations']);
  });

  test('a socket that we closed because the call was to end', () => {
    const cut = withConversation({ cutAt: 8_000, storableUntil: 8_000, unexplainedCut: true });
    const ended = { ...database, rows: [{ ...row, endRequested: true }] };
    expect(audit({ ...cut, database: ended }).differences).toEqual([]);
  });

  test('what was sent and flagged where speech was cut off', () => {
    expect(violated(withEntries((all) => all.with(2, entry('agent', 'I wrote down maple.', true))))).toEqual(
      [],
    );
  });
});
