/** The import table: which folder may import which. Everything else is an error. */

const server = 'apps/server/src';
const web = 'apps/web/src';

interface Zone {
  /** Matches the files that belong to it; `$1` in `may` stands for what the brackets caught. */
  readonly folder: RegExp;
  readonly may: readonly string[];
}

const contract = 'packages/contract/src/';
const lab = 'packages/phone-lab/src/';
/** Functions without dependencies on the rest of the server; they may know the contract's data. */
const serverLib = `${server}/lib/`;
/** May be imported as types and plain values by features, adapters and http. */
const plainValues = [serverLib, `${server}/errors.ts`, `${server}/config/`];

export const zones: readonly Zone[] = [
  { folder: /^packages\/contract\//, may: ['packages/contract/'] },
  // What is packed has nothing of the contract but its printed types.
  { folder: /^packages\/client\/src\/(?!contract-types\.ts)/, may: ['packages/client/src/'] },
  { folder: /^packages\/client\//, may: ['packages/client/', contract] },
  { folder: /^packages\/phone-lab\//, may: ['packages/phone-lab/'] },

  { folder: /^apps\/web\/src\/ui\//, may: [`${web}/ui/`] },
  { folder: /^apps\/web\/src\/lib\//, may: [`${web}/lib/`, contract] },
  {
    folder: /^apps\/web\/src\/features\/([^/]+)\//,
    may: [`${web}/features/$1/`, `${web}/ui/`, `${web}/lib/`, contract],
  },
  { folder: /^apps\/web\//, may: [`${web}/`, contract] },

  { folder: /^apps\/server\/src\/lib\//, may: [serverLib, contract] },
  { folder: /^apps\/server\/src\/ports\//, may: [`${server}/ports/`, contract] },
  { folder: /^apps\/server\/src\/config\//, may: [`${server}/config/`, contract] },
  {
    folder: /^apps\/server\/src\/voice\//,
    may: [`${server}/voice/`, `${server}/ports/`, serverLib, contract],
  },
  { folder: /^apps\/server\/src\/websocket\//, may: [`${server}/websocket/`] },
  {
    folder: /^apps\/server\/src\/http\//,
    may: [`${server}/http/`, `${server}/websocket/`, `${server}/ports/`, contract, ...plainValues],
  },
  {
    folder: /^apps\/server\/src\/features\/(calls)\//,
    may: [
      `${server}/features/$1/`,
      `${server}/voice/`,
      `${server}/ports/`,
      `${server}/jobs/`,
      contract,
      ...plainValues,
    ],
  },
  {
    folder: /^apps\/server\/src\/features\/([^/]+)\//,
    may: [`${server}/features/$1/`, `${server}/ports/`, `${server}/jobs/`, contract, ...plainValues],
  },
  {
    folder: /^apps\/server\/src\/jobs\//,
    may: [`${server}/jobs/`, `${server}/ports/`, contract, ...plainValues],
  },
  {
    folder: /^apps\/server\/src\/adapters\/([^/]+)\//,
    may: [
      `${server}/adapters/$1/`,
      `${server}/websocket/`,
      `${server}/ports/`,
      `${server}/jobs/`,
      contract,
      ...plainValues,
    ],
  },
  // What puts the rest together: the entry, `composition/`, the command line.
  { folder: /^apps\/server\//, may: [`${server}/`, contract] },

  // With the list of places where a browser may be, which the scripts keep.
  { folder: /^e2e\//, may: ['e2e/', 'scripts/lib/chromium-paths.mjs', contract, lab] },
  // The product from outside, with the harness that the browser tests start it by.
  { folder: /^bench\//, may: ['bench/', 'e2e/harness/', contract, lab] },
  // Programs of their own, which reach the product over the network if at all.
  { folder: /^examples\/([^/]+)\//, may: ['examples/$1/'] },
  { folder: /^(?:test|scripts)\//, may: ['test/', 'scripts/'] },
];

/** Packages that stay inside their adapter, so that a vendor can be changed in one folder. */
export const vendors: readonly { readonly name: RegExp; readonly home: readonly RegExp[] }[] = [
  { name: /^twilio$/, home: [/^apps\/server\/src\/adapters\/twilio\//] },
  {
    name: /^pg$|^pg-connection-string$/,
    // A bench fills databases of its own and holds the bare driver against us.
    home: [/^apps\/server\/src\/adapters\/(?:embedded-)?postgres\//, /^bench\//],
  },
  { name: /^drizzle-orm/, home: [/^apps\/server\/src\/adapters\/postgres\/drizzle\.ts$/] },
  { name: /^better-auth/, home: [/^apps\/server\/src\/adapters\/better-auth\//] },
  { name: /^@clerk\//, home: [/^apps\/web\/src\/features\/session\//] },
  { name: /^ai$|^@ai-sdk\//, home: [/^apps\/server\/src\/adapters\/ai-sdk\//] },
  { name: /^nodemailer/, home: [/^apps\/server\/src\/adapters\/smtp\//] },
  { name: /^@modelcontextprotocol\//, home: [/^apps\/server\/src\/adapters\/mcp-(?:server|tools)\//] },
  { name: /^pg-boss$/, home: [/^apps\/server\/src\/adapters\/pg-boss\//] },
];

/** Tests and what serves them may look at anything of their own workspace. */
export function isTest(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$|\/testing\/|^apps\/server\/integration\/|\.config\.ts$/.test(path);
}

export function faultsOf(path: string, target: string): string | null {
  const zone = zones.find(({ folder }) => folder.test(path));
  if (!zone) return `${path} lies in no folder of the import table`;
  const caught = zone.folder.exec(path)?.[1] ?? '';
  const allowed = zone.may.some((prefix) => target.startsWith(prefix.replace('$1', caught)));
  return allowed ? null : `${path} may not import ${target}`;
}
