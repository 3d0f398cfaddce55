import { exampleCalling } from '@parley/contract';
import { expect, test } from 'vitest';
import { parseCalling } from './calling.ts';

test('what the server says is read whole', () => {
  expect(parseCalling({ calling: exampleCalling })).toEqual(exampleCalling);
});

test('without a known side nothing is said; what a newer server adds or leaves out does no harm', () => {
  expect(parseCalling({ calling: { ...exampleCalling, side: 'moon' } })).toBeUndefined();
  expect(parseCalling(null)).toBeUndefined();
  expect(parseCalling({ calling: { side: 'real', refused: { code: 'new_code', sentence: 'No.' } } })).toEqual(
    {
      side: 'real',
      refused: { code: 'new_code', sentence: 'No.', remedy: '' },
      sandbox: null,
      speaker: 'none',
      speakerName: null,
      note: null,
      country: null,
      firstSteps: { placed: false, handset: false, live: false },
      revision: 0,
    },
  );
});
