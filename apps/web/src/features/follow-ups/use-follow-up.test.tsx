// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { followUpOf } from '../../../testing/follow-up.ts';
import { eventually, render } from '../../../testing/render.tsx';
import { useFollowUp } from './use-follow-up.ts';

function What({ id }: { id: string }) {
  return <p>{useFollowUp(id, undefined).followUp?.what ?? 'none'}</p>;
}

test('DA3: a follow-up that was erased is not shown any more once it was asked for again', async () => {
  const stored = followUpOf(10, { id: 'f1', what: 'Call Robin Quillfeather back.' });
  let isErased = false;
  const missing = { error: 'This follow-up does not exist.', code: 'follow_up_not_found' };
  const shown = render(<What id="f1" />, {
    'GET /api/follow-ups/f1': () =>
      isErased ? Response.json(missing, { status: 404 }) : { followUp: { ...stored, closed: null } },
  });
  await eventually(() => expect(document.body.textContent).toBe('Call Robin Quillfeather back.'));
  isErased = true;
  await shown.client.refetchQueries();
  await eventually(() => expect(document.body.textContent).toBe('none'));
  shown.unmount();
});
