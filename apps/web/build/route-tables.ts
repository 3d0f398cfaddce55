import type { Plugin } from 'vite';

/** The files of the contract with route tables. */
const tables =
  /packages\/contract\/src\/(?:.*routes|organization\/organization|follow-ups\/counts|config-route)\.ts$/;

/** Properties of a route that the server alone uses, each from its name to the comma at the end of its line. */
const schema = /^ +(?:params|query|headers|body|response)(?:: [^\n]*)?,\n/gm;
const summary = /^ +summary:\s+'(?:[^'\\\n]|\\.)*',\n/gm;
const errors = /^ +errors: \[[^\]]*\],\n/gm;

/** What a page needs of a route table: methods, paths and permissions. */
export function withoutSchemas(code: string): string {
  return code.replaceAll(schema, '').replaceAll(summary, '').replaceAll(errors, '');
}

/**
 * Leaves the schemas of routes out of the bundle: a page sends requests by method and path, and reads responses with parsers
 * of its own. Without this every page loads the schemas of all routes of a table.
 */
export function leanRouteTables(): Plugin {
  return {
    name: 'parley:lean-route-tables',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (tables.test(id) ? { code: withoutSchemas(code), map: null } : null),
  };
}
