// @vitest-environment happy-dom
import { checkMailBody } from '@parley/contract';
import { afterEach, expect, test } from 'vitest';
import {
  buttonNamed,
  controlLabelled,
  eventually,
  fill,
  type Rendered,
  render,
} from '../../../../testing/render.tsx';
import type { Connections } from '../../../lib/parsing/connections.ts';
import { MailForm } from './mail-form.tsx';

let shown: Rendered;
afterEach(() => shown.unmount());

test('mail without security is not a dead choice: the test is sent as the contract wants it', async () => {
  const connections = { mail: { state: 'not-set' } } as Connections;
  const nothing = () => {};
  shown = render(
    <MailForm connections={connections} onDirtyChange={nothing} onCancel={nothing} onConnected={nothing} />,
    { 'POST /api/connections/mail/check': () => ({ sentTo: 'ines@example.com', problem: null }) },
  );
  await eventually(() => controlLabelled('Security'));
  const security = controlLabelled<HTMLSelectElement>('Security');
  for (const { value } of security.options) {
    const body = { host: 'localhost', port: 25, user: null, password: null, from: 'desk@example.com' };
    expect(checkMailBody.safeParse({ ...body, security: value }).success, value).toBe(true);
  }
  fill(controlLabelled('Mail server *'), 'localhost');
  fill(controlLabelled('From *'), 'desk@example.com');
  fill(security, 'plain');
  await eventually(() => expect(controlLabelled<HTMLInputElement>('Port *').value).toBe('25'));
  buttonNamed('Send a Test Message').click();
  await eventually(() =>
    expect(document.body.textContent).toContain('We sent a message to ines@example.com'),
  );
  expect(shown.sent).toMatchObject([{ body: { security: 'plain', port: 25 } }]);
});
