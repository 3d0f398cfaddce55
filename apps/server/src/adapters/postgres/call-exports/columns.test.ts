import { describe, expect, test } from 'vitest';
import { exportedCall } from './columns.ts';

describe('an outcome field whose id every object has', () => {
  const order = { filters: {}, columns: [], fields: ['constructor', 'toString', '__proto__'] };

  test('EX3: is empty where the call has no value for it', () => {
    const { fields } = exportedCall(order, [{ confirmed: true }]);
    expect(Object.entries(fields)).toEqual(order.fields.map((id) => [id, null]));
  });

  test('EX3: has the value that the call has', () => {
    const values = JSON.parse('{"constructor": "yes", "toString": 2, "__proto__": false}');
    const { fields } = exportedCall(order, [values]);
    expect(Object.entries(fields)).toEqual([
      ['constructor', 'yes'],
      ['toString', 2],
      ['__proto__', false],
    ]);
  });
});
