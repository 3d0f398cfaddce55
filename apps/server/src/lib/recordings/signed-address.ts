import { createHmac } from 'node:crypto';
import type { RecordingPurpose } from '@parley/contract';
import { equalInConstantTime } from '../constant-time.ts';

/** What an address stands for. */
export interface AddressedRecording {
  readonly tenantId: string;
  readonly callId: string;
  readonly purpose: RecordingPurpose;
  readonly expiresAt: Date;
}

export interface SignedAddresses {
  sign(recording: AddressedRecording): string;
  /** Null where nobody here has signed it, or its time is over. */
  read(token: string, now: Date): AddressedRecording | null;
}

/** Addresses that work without a login, as an audio element needs them; for a short time, and only unchanged. */
export function createSignedAddresses(key: Buffer): SignedAddresses {
  const signature = (content: string) =>
    createHmac('sha256', key).update('parley recording address\n').update(content).digest();
  return {
    sign({ tenantId, callId, purpose, expiresAt }) {
      const content = Buffer.from(JSON.stringify([tenantId, callId, purpose, expiresAt.getTime()])).toString(
        'base64url',
      );
      return `${content}.${signature(content).toString('base64url')}`;
    },

    read(token, now) {
      const [content = '', given = '', ...rest] = token.split('.');
      const bytes = Buffer.from(given, 'base64url');
      const expected = signature(content);
      if (rest.length > 0 || !equalInConstantTime(bytes, expected)) return null;
      const [tenantId, callId, purpose, expires] = JSON.parse(
        Buffer.from(content, 'base64url').toString('utf8'),
      ) as [string, string, RecordingPurpose, number];
      if (now.getTime() >= expires) return null;
      return { tenantId, callId, purpose, expiresAt: new Date(expires) };
    },
  };
}
