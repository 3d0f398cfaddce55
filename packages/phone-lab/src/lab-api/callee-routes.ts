import type { CalleesInTurn } from '../callee/callee-ranges.ts';
import type { CalleeDirectory } from '../callee/directory.ts';
import { parseYaml } from '../callee/read-script.ts';
import type { CalleeScript } from '../callee/script.ts';
import { LabApiError } from './errors.ts';
import type { Route } from './route.ts';

/** Who answers which number. */
export function calleeRoutes(directory: CalleeDirectory): Route[] {
  const name = (body: unknown): string => {
    const { callee } = (body ?? {}) as { callee?: unknown };
    if (typeof callee === 'string') return callee;
    throw new LabApiError(400, 'invalid_callee', 'Name a callee, for example {"callee": "confirms"}.');
  };
  // `people` is the old name of callee ranges, `fates` that of their callees.
  const range = /^\/lab\/(?:callee-ranges|people)\/(\+\d{1,14})$/;
  const number = /^\/lab\/numbers\/(\+\d{7,15})\/callee$/;
  return [
    ['GET', /^\/lab\/callees$/, () => directory.list()],
    [
      'PUT',
      /^\/lab\/callees\/([\w-]+)$/,
      ({ args: [key = ''], body }) => {
        const { yaml } = (body ?? {}) as { yaml?: unknown };
        const given = typeof yaml === 'string' ? parseYaml(yaml, key) : body;
        const { name: _, ...script } = (given ?? {}) as Partial<CalleeScript>;
        // Requests must not be able to read files of this machine.
        if (script.voice !== undefined)
          throw new LabApiError(
            400,
            'invalid_callee',
            'voice can only be used in callees that are YAML files.',
          );
        return { callee: directory.define(key, script) };
      },
    ],
    [
      'PUT',
      /^\/lab\/default-callee$/,
      ({ body }) => {
        directory.setDefault(name(body));
        return directory.list();
      },
    ],
    [
      'PUT',
      number,
      ({ args: [given = ''], body }) => {
        directory.setNumber(given, name(body));
        return directory.list();
      },
    ],
    [
      'DELETE',
      number,
      ({ args: [given = ''] }) => {
        directory.setNumber(given, null);
        return directory.list();
      },
    ],
    [
      'PUT',
      range,
      ({ args: [beginning = ''], body }) => {
        const { fates, callees = fates } = (body ?? {}) as { callees?: unknown; fates?: unknown };
        if (!Array.isArray(callees))
          throw new LabApiError(
            400,
            'invalid_callee',
            'Name callees, for example {"callees": ["confirms", "busy"]}.',
          );
        directory.setRange(beginning, callees as CalleesInTurn[]);
        return directory.list();
      },
    ],
    [
      'DELETE',
      range,
      ({ args: [beginning = ''] }) => {
        directory.setRange(beginning, null);
        return directory.list();
      },
    ],
  ];
}
