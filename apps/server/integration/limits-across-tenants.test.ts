import { afterEach, describe, expect, test } from 'vitest';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;
afterEach(() => desk.stop());

let lastNumber = 0;
const newNumber = () => `+1202555${String(++lastNumber).padStart(4, '0')}`;

/** Each user of each organization places one call, all at once. */
async function placeFrom(people: readonly string[], organizations: readonly string[]) {
  const answers = await Promise.all(
    people.flatMap((id) =>
      organizations.map((organization) => desk.as({ id, organization }).place(newNumber())),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.length - refused.length).toBe(answers.filter(({ status }) => status === 200).length);
  return { placed: answers.length - refused.length, refused };
}

const many = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what}_${n}`);

describe('CL20: limits', { timeout: 120_000 }, () => {
  test('a user with 40 organizations may place no more calls in a minute than one with one', async () => {
    desk = await openDesk({ speed: 50 }, { CALLS_PER_MINUTE: '5' });
    const { placed, refused } = await placeFrom(['user_kit'], many('org', 40));
    expect(placed).toBe(5);
    expect(desk.lab.calls()).toHaveLength(5);
    for (const { body, headers } of refused) {
      expect(body.code).toBe('too_many_calls');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await desk.as({ id: 'user_jo', organization: 'org_0' }).place(newNumber())).status).toBe(200);
  });

  test('a user with 40 organizations may place no more calls in a day than one organization', async () => {
    desk = await openDesk({ speed: 50 }, { CALLS_PER_DAY: '5' });
    const { placed, refused } = await placeFrom(['user_kit'], many('org', 40));
    expect(placed).toBe(5);
    expect(refused[0]?.body.code).toBe('daily_limit_reached');
  });

  test.each([
    ['ALL_CALLS_PER_MINUTE', 'too_many_calls', /placed here in one minute/],
    ['ALL_CALLS_PER_DAY', 'daily_limit_reached', /all calls placed here/],
  ])(
    'many people with many organizations do not place more calls than %s allows',
    async (name, code, words) => {
      desk = await openDesk({ speed: 50 }, { [name]: '7' });
      const { placed, refused } = await placeFrom(many('user', 5), many('org', 4));
      expect(placed).toBe(7);
      expect(desk.lab.calls()).toHaveLength(7);
      for (const { body } of refused)
        expect(body).toMatchObject({ code, error: expect.stringMatching(words) });
    },
  );
});
