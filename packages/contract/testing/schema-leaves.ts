import type * as z from 'zod/mini';
import { phraseNames } from '../src/agent-config/phrase-names.ts';

export interface Leaves {
  readonly fields: string[];
  readonly lists: string[];
}

/** The paths of all fields and lists of a schema. */
export function leavesOf(schema: z.ZodMiniType, path: string, found: Leaves): Leaves {
  const { def } = (schema as z.ZodMiniType & { _zod: { def: Record<string, unknown> } })._zod;
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const go = (next: unknown, where: string) => void leavesOf(next as z.ZodMiniType, where, found);
  switch (def.type) {
    case 'object':
      for (const [key, next] of Object.entries(def.shape as object)) go(next, at(key));
      break;
    case 'array':
      found.lists.push(path);
      go(def.element, at('*'));
      break;
    case 'nullable':
    case 'optional':
      go(def.innerType, path);
      break;
    case 'union':
      for (const option of def.options as unknown[]) go(option, path);
      break;
    case 'record':
      for (const name of phraseNames) go(def.valueType, at(name));
      break;
    default:
      if (!found.fields.includes(path)) found.fields.push(path);
  }
  return found;
}
