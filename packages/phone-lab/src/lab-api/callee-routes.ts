import type { CalleeDirectory } from '../callee/directory.ts';
import type { Fate } from '../callee/people.ts';
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
  const people = /^\/lab\/people\/(\+\d{1,14})$/;
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
      people,
      ({ args: [beginning = ''], body }) => {
        const { fates } = (body ?? {}) as { fates?: unknown };
        if (!Array.isArray(fates))
          throw new LabApiError(
            400,
            'invalid_callee',
            'Name fates, for example {"fates": ["confirms", "busy"]}.',
          );
        directory.setPeople(beginning, fates as Fate[]);
        return directory.list();
      },
    ],
    [
      'DELETE',
      people,
      ({ args: [beginning = ''] }) => {
        directory.setPeople(beginning, null);
        return directory.list();
      },
    ],
  ];
}
