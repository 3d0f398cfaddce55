import { type Calling, connectionExamples } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { handsetNumber, mayTakeStep, refreshSteps } from './open-steps.ts';
import { createQueryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

const { calling } = connectionExamples.getCalling.response as { calling: Calling };
const withSteps = (placed: boolean, handset: boolean, side: Calling['side'] = 'sandbox'): Calling => ({
  ...calling,
  side,
  firstSteps: { placed, handset, live: false },
});

test('the first steps do not stay open until the page is reloaded: a call that may take one asks for them', async () => {
  const client = createQueryClient();
  const ask = vi.spyOn(client, 'invalidateQueries');
  client.setQueryData(queryKeys.calling, withSteps(false, false));
  refreshSteps(client, '+15005550123');
  expect(ask).toHaveBeenCalledWith({ queryKey: queryKeys.calling, exact: true });
  ask.mockClear();
  client.setQueryData(queryKeys.calling, withSteps(true, true));
  refreshSteps(client, handsetNumber);
  expect(ask).not.toHaveBeenCalled();
});

test.each([
  [withSteps(false, false), '+15005550123', true],
  [withSteps(true, false), '+15005550123', false],
  [withSteps(true, false), handsetNumber, true],
  [withSteps(true, true), handsetNumber, false],
  [withSteps(false, false, 'real'), handsetNumber, false],
  [undefined, handsetNumber, false],
])('they are asked for only while a call may take one (%#)', (known, to, expected) => {
  expect(mayTakeStep(known, to)).toBe(expected);
});
