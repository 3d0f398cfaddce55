import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

const ask = (challenge: string) =>
  fetch(`${lab.url}/lab/proof?${new URLSearchParams({ challenge })}`).then(async (answer) => ({
    status: answer.status,
    body: (await answer.json()) as { proof: string; code: string },
  }));

describe('the proof that this is a lab', () => {
  test('signs the challenge with the token of its account', async () => {
    const challenge = 'a-challenge-of-some-length';
    const proof = createHmac('sha256', lab.authToken)
      .update(`phone-lab proof\n${lab.accountSid}\n${challenge}`)
      .digest('base64url');
    expect(await ask(challenge)).toEqual({
      status: 200,
      body: { name: 'phone-lab', accountSid: lab.accountSid, challenge, proof },
    });
  });

  test('differs for another challenge', async () => {
    const proofs = await Promise.all(['first-first-first', 'second-second-second'].map(ask));
    expect(new Set(proofs.map(({ body }) => body.proof)).size).toBe(2);
  });

  test.each(['', 'short', 'x'.repeat(129), 'sixteen characters\nand a second line'])(
    'signs nothing for %j',
    async (challenge) => {
      expect(await ask(challenge)).toMatchObject({ status: 400, body: { code: 'invalid_challenge' } });
    },
  );
});
