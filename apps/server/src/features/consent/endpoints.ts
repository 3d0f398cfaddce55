import {
  type DoNotCallRowError,
  emptyRegistrySentence,
  tooManyInRegistrySentence,
  unguardCell,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import { readNumber } from '../../lib/read-number.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConsentRulesStore } from '../../ports/consent-rules.ts';
import type { Endpoints } from '../../ports/endpoint.ts';

export type ConsentEndpoints = Pick<
  Endpoints,
  'getConsentRules' | 'declareGrounds' | 'importRegistry' | 'removeRegistry'
>;

export function consentEndpoints(store: ConsentRulesStore, clock: Clock): ConsentEndpoints {
  return {
    getConsentRules: async ({ caller }) => ({ rules: await store.get(caller.tenantId) }),

    declareGrounds: async ({ caller, body }) => {
      const rules = await store.declare(caller, body);
      if (rules === 'changed')
        throw new AppError('settings_changed', 'Somebody else has changed the grounds. Load them again.');
      return { rules };
    },

    importRegistry: async ({ caller, body }) => {
      const { rows, country, ...file } = body;
      // A day more, because it is tomorrow already for some.
      const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
      if (file.dated > tomorrow)
        throw new AppError('invalid_request', 'The date of the register is in the future.');
      const numbers = new Set<string>();
      const refused: DoNotCallRowError[] = [];
      for (const { row, number: cell } of rows) {
        const number = cell.trim() === '' ? '' : readNumber(unguardCell(cell.trim()), country);
        if (number === '') refused.push({ row, code: 'no_number', value: '' });
        else if (number === 'no country') refused.push({ row, code: 'no_country', value: cell });
        else if (number === null) refused.push({ row, code: 'not_a_number', value: cell });
        else numbers.add(number);
      }
      const added = await store.addNumbers(caller, file, [...numbers]);
      if (added === 'full') throw new AppError('too_many_numbers', tooManyInRegistrySentence);
      if (added === 'empty') throw new AppError('invalid_request', emptyRegistrySentence);
      return {
        ...{ added, present: rows.length - refused.length - added, refused },
        rules: await store.get(caller.tenantId),
      };
    },

    removeRegistry: async ({ caller }) => {
      await store.removeRegistry(caller);
      return { rules: await store.get(caller.tenantId) };
    },
  };
}
