import { expect, test } from 'vitest';
import { readableJson } from '../../../lib/readable-json.ts';
import { deliveryWords, toolCallText, toolStateWords } from './tool-call-text.ts';
import { transcriptItems } from './transcript-items.ts';

test('a tool of a call is one quiet line with the time that it took', () => {
  expect(toolCallText({ title: 'Looked up free times', ms: 412 })).toEqual([
    'Looked up free times, ',
    '0.4 s',
  ]);
  expect(toolCallText({ title: 'Looking up free times', ms: null })).toEqual(['Looking up free times', '']);
});

test('only what did not simply work has a word beside it', () => {
  expect(toolStateWords('done')).toBeNull();
  expect(toolStateWords('unknown')).toEqual({ tone: 'amber', label: 'Unknown' });
  expect(toolStateWords('postponed')).toEqual({ tone: 'grey', label: 'postponed' });
});

test('TX6: only what is known of a text message is said', () => {
  for (const nothing of [null, 'sent', 'read']) expect(deliveryWords(nothing)).toBeNull();
  expect(deliveryWords('delivered')?.label).toBe('Delivered');
  for (const lost of ['undelivered', 'failed'])
    expect(deliveryWords(lost)).toEqual({ tone: 'amber', label: 'Text message: not delivered' });
});

test('an answer is shown with line breaks where it is JSON, and as it is otherwise', () => {
  expect(readableJson('{"slots":[]}')).toBe('{\n  "slots": []\n}');
  expect(readableJson('<p>no')).toBe('<p>no');
});

test('tools stand between the entries, behind the one that they followed', () => {
  const entry = (ordinal: number) => ({
    ordinal,
    speaker: 'agent',
    message: String(ordinal),
    timestamp: '',
    interrupted: false,
  });
  const tool = (id: string, ordinal: number) => ({
    id,
    ordinal,
    title: id,
    state: 'done',
    at: '',
    ms: 1,
    sample: false,
    tries: 1,
    input: null,
    answer: null,
    delivery: null,
    followUpId: null,
  });
  const items = transcriptItems([entry(0), entry(1)], [tool('late', 9), tool('between', 0.5), tool('at', 0)]);
  expect(items.map((item) => (item.kind === 'entry' ? item.entry.ordinal : item.toolCall.id))).toEqual([
    0,
    'at',
    'between',
    1,
    'late',
  ]);
});
