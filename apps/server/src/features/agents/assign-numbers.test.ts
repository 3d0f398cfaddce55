import { expect, test } from 'vitest';
import type { AgentStore } from '../../ports/agent-store.ts';
import { assignNumbers } from './assign-numbers.ts';

function agentsWith(numbers: Record<string, string | null>) {
  const store = {
    get: async (_tenantId: string, id: string) => ({ id, phoneNumber: numbers[id] ?? null }),
    assignNumber: async (_tenantId: string, id: string, number: string | null) => {
      numbers[id] = number;
    },
  } as unknown as AgentStore;
  return { store, numbers };
}

const lab = { tenantId: 'gs-dental', main: '+15005550006', others: ['+15005550007'], sandbox: true };
const real = { tenantId: 'gs-dental', main: '+12025550100', others: [], sandbox: false };

test('a server in the sandbox does not take the numbers of a real account from their agents', async () => {
  const { store, numbers } = agentsWith({ 'gs-dental': '+12025550100', kuzco: '+12025550101' });
  await assignNumbers(store, lab);
  expect(numbers).toEqual({ 'gs-dental': '+12025550100', kuzco: '+12025550101' });
});

test.each([
  ['the first start', { 'gs-dental': null, kuzco: null }],
  ['another lab', { 'gs-dental': '+15005550008', kuzco: '+15005550009' }],
])('in the sandbox agents have the numbers of the lab after %s', async (_, before) => {
  const { store, numbers } = agentsWith({ ...before });
  await assignNumbers(store, lab);
  expect(numbers).toEqual({ 'gs-dental': '+15005550006', kuzco: '+15005550007' });
});

test('a real account takes the numbers of the lab back', async () => {
  const { store, numbers } = agentsWith({ 'gs-dental': '+15005550006', kuzco: '+15005550007' });
  await assignNumbers(store, real);
  expect(numbers).toEqual({ 'gs-dental': '+12025550100', kuzco: null });
});
