import { limits } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { ContactImports } from '../../ports/contact-imports.ts';
import type { Endpoints } from '../../ports/endpoint.ts';

export type ImportEndpoints = Pick<
  Endpoints,
  | 'createContactImport'
  | 'listContactImports'
  | 'putContactImportPart'
  | 'startContactImport'
  | 'getContactImport'
  | 'undoContactImport'
>;

export function importEndpoints(
  imports: Pick<ContactImports, 'create' | 'list' | 'putPart' | 'start' | 'get' | 'undo'>,
): ImportEndpoints {
  return {
    createContactImport: async ({ caller, body }) => {
      if (body.parts > limits.importPartsMax)
        throw new AppError(
          'import_too_large',
          `A file may have at most ${millions(limits.importPartsMax * limits.importPartMax)} million characters. Divide it into several.`,
        );
      const created = await imports.create(caller, body);
      if (!created)
        throw new AppError(
          'too_many_requests',
          `At most ${limits.importsAtOnce} imports run at once. Wait until one is done, or undo one.`,
          { retryAfterSeconds: 30 },
        );
      return { import: created };
    },

    listContactImports: async ({ caller }) => ({ imports: await imports.list(caller.tenantId) }),

    putContactImportPart: async ({ caller, params, body }) => {
      const result = await imports.putPart(caller.tenantId, params.id, params.part, body.content);
      if (result === 'missing') throw importNotFound();
      if (result === 'started') throw importStarted();
      if (result === 'no_such_part')
        throw new AppError('invalid_request', 'The import was begun with fewer parts.');
      return { import: result };
    },

    startContactImport: async ({ caller, params, body }) => {
      const { columns } = body;
      if (columns.number === null)
        throw new AppError('invalid_request', 'Choose the column with the phone number.');
      if (columns.name === null && columns.lastName === null)
        throw new AppError('invalid_request', 'Choose the column with the name.');
      const result = await imports.start(caller, params.id, body);
      if (result === 'missing') throw importNotFound();
      if (result === 'started') throw importStarted();
      if ('missingPart' in result)
        throw new AppError('import_incomplete', `Part ${result.missingPart + 1} of the file is missing.`);
      return { import: result };
    },

    getContactImport: async ({ caller, params }) => {
      const found = await imports.get(caller.tenantId, params.id);
      if (!found) throw importNotFound();
      return { ...found, errors: [...found.errors] };
    },

    undoContactImport: async ({ caller, params }) => {
      const undone = await imports.undo(caller, params.id);
      if (!undone) throw importNotFound();
      return undone;
    },
  };
}

function millions(amount: number): string {
  return String(Math.floor(amount / 1_000_000));
}

function importNotFound(): AppError {
  return new AppError('import_not_found', 'There is no such import.');
}

function importStarted(): AppError {
  return new AppError('import_started', 'This import was started already.');
}
