// @vitest-environment happy-dom
import { useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/render.tsx';
import { Dialog } from './dialog.tsx';

let root: Root;
beforeEach(() => {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
});
afterEach(() => root.unmount());

/** The button that opens the dialog is gone after it, as "Connect" is when something is connected. */
function Opening({ keeps }: { keeps: boolean }) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <>
      <h2 id="home" tabIndex={-1}>
        Phone
      </h2>
      {(keeps || !done) && (
        <button type="button" id="opener" onClick={() => setOpen(true)}>
          Connect
        </button>
      )}
      <Dialog open={open} onOpenChange={setOpen} title="Connect Phone" returnTo={open ? 'home' : undefined}>
        <button
          type="button"
          id="send"
          onClick={() => {
            setDone(true);
            setOpen(false);
          }}
        >
          Send
        </button>
      </Dialog>
    </>
  );
}

const element = (id: string) => eventually(() => document.querySelector<HTMLElement>(`#${id}`) ?? fail());
function fail(): never {
  throw new Error('It is not there.');
}

test.each([
  ['goes back to the button that opened the dialog', true, 'opener'],
  ['is not lost when that button is gone, but goes to the heading', false, 'home'],
])('the focus %s', async (_, keeps, expected) => {
  root.render(<Opening keeps={keeps} />);
  const opener = await element('opener');
  opener.focus();
  opener.click();
  (await element('send')).click();
  await eventually(() => expect(document.activeElement?.id).toBe(expected));
});

/** As a form whose code was loaded before the dialog opened. */
function TakesFocus({ onDone }: { onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" id="inside" onClick={onDone}>
      Done
    </button>
  );
}

function OpeningForm() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        New Call
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="New Call">
        <TakesFocus onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

test('the focus is not lost after a dialog in which a field took it by itself', async () => {
  root.render(<OpeningForm />);
  const opener = await element('opener');
  opener.focus();
  opener.click();
  const inside = await element('inside');
  await eventually(() => expect(document.activeElement?.id).toBe('inside'));
  inside.click();
  await eventually(() => expect(document.activeElement?.id).toBe('opener'));
});
