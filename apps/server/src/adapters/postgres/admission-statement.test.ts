import { expect, test } from 'vitest';
import { noLimits } from '../../../testing/no-limits.ts';
import { admissionStatements } from './admission-statement.ts';

test('PD8: the audit entry of a call holds no digit of the number called', () => {
  const statement = admissionStatements(
    {
      ...{ tenantId: 'one', userId: 'kit', callId: 'call', agentId: 'kuzco', agentVersion: 1 },
      ...{ to: '+12025550123', from: '+15005550006', instructions: 'Say hello.', at: new Date(0) },
      ...{
        idempotencyKey: null,
        fingerprint: 'digest',
        carrier: 'lab',
        carrierAccount: null,
        engine: 'relay',
      },
    },
    noLimits,
  ).at(-1);
  const audit = /insert into audit_log .*\n.*'call\.placed', id, \$(\d+)::jsonb/.exec(statement?.text ?? '');
  expect(statement?.values[Number(audit?.[1]) - 1]).toBe('{"agentId":"kuzco"}');
});
