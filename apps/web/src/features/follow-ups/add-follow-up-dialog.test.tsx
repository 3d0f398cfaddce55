// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import {
  buttonNamed,
  controlLabelled,
  eventually,
  fill,
  type Rendered,
  render,
} from '../../../testing/render.tsx';
import { AddFollowUpDialog } from './add-follow-up-dialog.tsx';

let shown: Rendered;
afterEach(() => shown.unmount());

const what = () => controlLabelled<HTMLInputElement>('What is to be done *');
const submit = () => document.querySelector('form')?.requestSubmit();

test('what is missing or wrong is said at its field, and nothing is sent', async () => {
  shown = render(<AddFollowUpDialog open onClose={() => {}} />);
  await eventually(() => buttonNamed('Add Follow-up'));
  submit();
  await eventually(() => expect(document.body.textContent).toContain('Write what is to be done.'));
  fill(what(), 'Send the form.');
  fill(controlLabelled<HTMLInputElement>('Phone Number'), '12');
  await eventually(() => expect(document.body.textContent).not.toContain('Write what is to be done.'));
  submit();
  await eventually(() => expect(document.body.textContent).toContain('international format'));
  expect(shown.sent).toEqual([]);
});

test('it is sent with a number as it is dialled, and the dialog closes', async () => {
  const close = vi.fn();
  shown = render(<AddFollowUpDialog open onClose={close} />, {
    'POST /api/follow-ups': () => ({ followUp: { id: 'f1', revision: 1 } }),
  });
  await eventually(() => buttonNamed('Add Follow-up'));
  fill(what(), ' Send the form. ');
  fill(controlLabelled<HTMLInputElement>('Phone Number'), '+1 (500) 555-0123');
  await eventually(() => expect(what().value).toBe(' Send the form. '));
  submit();
  await eventually(() => expect(close).toHaveBeenCalledTimes(1));
  expect(shown.sent[0]?.body).toMatchObject({ what: 'Send the form.', number: '+15005550123' });
});
