import { startingPolicy } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { formOf, type PolicyForm, readPolicy } from './policy-form.ts';

const read = (changes: Partial<PolicyForm>) => readPolicy({ ...formOf(startingPolicy), ...changes });

describe('P328: the policy as a form', () => {
  test('reads back what it shows', () => {
    const policy = {
      ...startingPolicy,
      ...{ endsOn: '2026-12-01', budgetMicros: 12_500_000, onMachine: 'hang_up' as const },
    };
    expect(readPolicy(formOf(policy))).toEqual({ policy });
    expect(formOf(policy).budget).toBe('12.5');
  });

  test.each<[Partial<PolicyForm>, string, RegExp]>([
    [{ attempts: '0' }, 'attempts', /1 to 10 times/],
    [{ attempts: 'two' }, 'attempts', /1 to 10 times/],
    [{ perMinute: '1201' }, 'perMinute', /1 and 1,200 calls a minute/],
    [{ atOnce: '' }, 'atOnce', /1 and 50 calls at once/],
    [{ noAnswerHours: '73' }, 'waits.noAnswerHours', /1 and 72 hours/],
    [{ gapHours: '-1' }, 'caps.gapHours', /0 and 72 hours/],
    [{ perNumber: '21' }, 'caps.perNumber', /1 and 20 calls to one number/],
    [{ budget: 'much' }, 'budgetMicros', /an amount such as/],
    [{ failures: '101' }, 'breaker.failures', /1 and 100 per cent/],
  ])('says what is wrong with %j', (changes, place, sentence) => {
    const result = read(changes);
    expect('errors' in result && [...result.errors.keys()]).toEqual([place]);
    expect('errors' in result && result.errors.get(place)).toMatch(sentence);
  });

  test('wants hours on at least one day, and none that overlap', () => {
    const none = { ...startingPolicy.hours };
    for (const day of Object.keys(none)) none[day as keyof typeof none] = [];
    const closed = read({ hours: none });
    expect('errors' in closed && closed.errors.get('hours')).toBe('Choose hours on at least one day.');
    const monday = [
      { from: '09:00', to: '12:00' },
      { from: '11:00', to: '13:00' },
    ];
    const overlapping = read({ hours: { ...startingPolicy.hours, monday } });
    expect('errors' in overlapping && [...overlapping.errors.keys()]).toEqual(['hours.monday.1']);
  });
});
