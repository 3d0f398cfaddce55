import {
  type DoNotCallRowError,
  limits,
  normalizePhoneNumber,
  phoneNumberSentence,
  tooManyNumbersSentence,
  unguardCell,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import { readNumber } from '../../lib/read-number.ts';
import type { DoNotCallEditor } from '../../ports/do-not-call.ts';
import type { Endpoints } from '../../ports/endpoint.ts';

export type DoNotCallEndpoints = Pick<
  Endpoints,
  | 'listDoNotCall'
  | 'addDoNotCall'
  | 'importDoNotCall'
  | 'exportDoNotCall'
  | 'confirmDoNotCall'
  | 'removeDoNotCall'
>;

export function doNotCallEndpoints(editor: DoNotCallEditor): DoNotCallEndpoints {
  return {
    listDoNotCall: async ({ caller, query }) =>
      (await editor.page(caller.tenantId, query)) ?? throwNoSuchPage(),

    addDoNotCall: async ({ caller, body }) => {
      const number = normalizePhoneNumber(body.number);
      if (number === null) throw new AppError('invalid_phone_number', phoneNumberSentence);
      const result = await editor.add(caller, number);
      if (result === 'full') throw full();
      return result;
    },

    importDoNotCall: async ({ caller, body }) => {
      const numbers = new Set<string>();
      const refused: DoNotCallRowError[] = [];
      for (const { row, number: cell } of body.rows) {
        const number = cell.trim() === '' ? '' : readNumber(unguardCell(cell.trim()), body.country);
        if (number === '') refused.push({ row, code: 'no_number', value: '' });
        else if (number === 'no country') refused.push({ row, code: 'no_country', value: cell });
        else if (number === null) refused.push({ row, code: 'not_a_number', value: cell });
        else numbers.add(number);
      }
      const added = numbers.size === 0 ? 0 : await editor.addMany(caller, [...numbers]);
      if (added === 'full') throw full();
      return { added, present: body.rows.length - refused.length - added, refused };
    },

    exportDoNotCall: async ({ caller, query }) =>
      (await editor.export(caller, query.after, limits.doNotCallExportPage)) ?? throwNoSuchPage(),

    confirmDoNotCall: async ({ caller, params }) => ({
      entry: (await editor.confirm(caller, params.id)) ?? throwNotFound(),
    }),

    removeDoNotCall: async ({ caller, params, body }) => ({
      removed: true,
      entry: (await editor.remove(caller, params.id, body.reason)) ?? throwNotFound(),
    }),
  };
}

function full(): AppError {
  return new AppError('too_many_numbers', tooManyNumbersSentence);
}

function throwNotFound(): never {
  throw new AppError('do_not_call_entry_not_found', 'This number is not on the list any more.');
}

function throwNoSuchPage(): never {
  throw new AppError('invalid_request', 'There is no such page. Load the list again.');
}
