import type { Check } from '../connection.ts';
import type { Problem } from '../problems.ts';

/** Everything that is looked at, with the name that people read. */
export const checkNames = {
  phone: 'Phone account',
  numbers: 'Numbers',
  address: 'Public address',
  'address-https': 'Address',
  'address-public': 'Reachable from outside',
  'address-certificate': 'Certificate',
  'address-webhook': 'Webhooks',
  'address-socket': 'Sockets',
  model: 'Model',
  speech: 'Speech',
  mail: 'Mail',
  storage: 'Storage',
} as const;
export type CheckId = keyof typeof checkNames;

/** Real calls do without these. */
const optional: readonly CheckId[] = ['mail', 'storage'];

export function ready(id: CheckId, message: string): Check {
  return { id, name: checkNames[id], state: 'ok', message, remedy: null, blocks: false };
}

/** `remedy` replaces the one of the problem: whoever reads it may have other means than the page. */
export function broken(id: CheckId, problem: Problem, remedy: string = problem.remedy): Check {
  return {
    id,
    name: checkNames[id],
    state: 'fault',
    message: problem.sentence,
    remedy,
    blocks: !optional.includes(id),
  };
}

export function toDo(id: CheckId, message: string, remedy: string | null): Check {
  return { id, name: checkNames[id], state: 'to-do', message, remedy, blocks: !optional.includes(id) };
}
