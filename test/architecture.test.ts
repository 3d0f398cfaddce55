import { expect, test } from 'vitest';
import { importsOf, readSourceFiles, type SourceFile } from './source-files.ts';
import { faultsOf, isTest, vendors } from './zones.ts';

const files = readSourceFiles();
const product = files.filter((file) => !isTest(file.path));

test('source files and imports are found', () => {
  expect(product.length).toBeGreaterThan(50);
  expect(product.flatMap((file) => file.imports).length).toBeGreaterThan(100);
});

test('folders import only what test/zones.ts allows', () => {
  const faults = product.flatMap((file) =>
    file.imports.flatMap(({ target }) => (target === null ? [] : (faultsOf(file.path, target) ?? []))),
  );
  expect(faults).toEqual([]);
});

test('the import table catches what it forbids', () => {
  expect(
    faultsOf('apps/server/src/features/calls/x.ts', 'apps/server/src/features/templates/y.ts'),
  ).not.toBeNull();
  expect(faultsOf('apps/server/src/voice/x.ts', 'apps/server/src/adapters/twilio/y.ts')).not.toBeNull();
  expect(faultsOf('apps/web/src/ui/x.tsx', 'apps/web/src/lib/y.ts')).not.toBeNull();
  expect(faultsOf('packages/phone-lab/src/x.ts', 'packages/contract/src/index.ts')).not.toBeNull();
  expect(faultsOf('packages/client/src/x.ts', 'packages/contract/src/index.ts')).not.toBeNull();
  expect(faultsOf('packages/client/build/x.ts', 'apps/server/src/http/openapi.ts')).not.toBeNull();
  expect(faultsOf('e2e/x.ts', 'apps/server/src/main.ts')).not.toBeNull();
  expect(faultsOf('bench/x.ts', 'apps/server/testing/y.ts')).not.toBeNull();
});

test('packages of a vendor are imported only in its adapter', () => {
  const faults = product.flatMap((file) =>
    file.imports.flatMap(({ specifier }) =>
      vendors
        .filter(({ name, home }) => name.test(specifier) && !home.some((folder) => folder.test(file.path)))
        .map(() => `${file.path} imports ${specifier}`),
    ),
  );
  expect(faults).toEqual([]);
});

test('a carrier is known to its adapter, to the settings, to one file of the composition and to one problem', () => {
  const mentions = product
    .filter(({ path }) => /^apps\/server\/src\/(?!adapters\/twilio\/|config\/)/.test(path))
    .filter(({ text }) => /twilio/i.test(text.replaceAll(/'not_twilio'/g, '')))
    .map(({ path }) => path);
  expect(mentions).toEqual(['apps/server/src/composition/telephony.ts']);
});

/** Words of the carrier's wire, which nothing but its adapter speaks. */
const wireWords =
  /\b(?:ConversationRelay|CallSid|AccountSid|StatusCallback|TwiML|MachineDetection)\b|\bmachine_(?:start|end)/;
/** Rows have some of them since before there were other carriers, and servers of the release before read the same rows. */
const storedWords = /^apps\/server\/src\/adapters\/postgres\/amd-answer(?:\.test)?\.ts$/;

test('the words of the wire of a carrier stand in its adapter alone', () => {
  const mentions = files
    .filter(({ path }) => /^apps\/server\/src\/(?!adapters\/twilio\/)|^packages\/contract\/src\//.test(path))
    .filter(({ path }) => !storedWords.test(path))
    .flatMap(({ path, text }) => text.split('\n').map((line) => ({ path, line })))
    .filter(({ line }) => wireWords.test(line))
    .map(({ path, line }) => `${path}: ${line.trim()}`);
  expect(mentions).toEqual([]);
});

/** How a carrier names where calls to a number go: stored and shown as they are, and read by its adapter alone. */
const numberFields = /\b(?:voiceUrl|voiceFallbackUrl|statusCallback|voiceApplicationSid|trunkSid)\b/;

test('what a carrier is told of a number is read in its adapter alone', () => {
  const mentions = product
    .filter(({ path }) => /^apps\/server\/src\/(?!adapters\/twilio\/)/.test(path))
    .filter(({ text }) => numberFields.test(text))
    .map(({ path }) => path);
  expect(mentions).toEqual([]);
});

test('features and ports know no identity provider by name', () => {
  const mentions = product
    .filter(({ path }) => /^apps\/server\/src\/(?:features|jobs|lib|ports|voice)\//.test(path))
    .filter(({ text }) => /clerk|better-?auth/i.test(text))
    .map(({ path }) => path);
  expect(mentions).toEqual([]);
});

test('tests beside the product know a carrier by its settings and the specified path alone', () => {
  const mentions = files
    .filter(({ path }) => /^apps\/server\/src\/(?!adapters\/twilio\/|config\/)/.test(path) && isTest(path))
    .filter(({ text }) => /twilio/i.test(text.replaceAll(/TWILIO_[A-Z_]+|\/api\/twilio\//g, '')));
  expect(mentions.map(({ path }) => path)).toEqual([]);
});

test('only tests import from a testing folder', () => {
  const faults = product.flatMap((file) =>
    file.imports
      .filter(({ target }) => target?.includes('/testing/'))
      .map(({ target }) => `${file.path} → ${target}`),
  );
  expect(faults).toEqual([]);
});

test('the contract imports zod and nothing else', () => {
  const foreign = product
    .filter((file) => file.path.startsWith('packages/contract/'))
    .flatMap((file) => file.imports.filter(({ specifier }) => !/^\.|^zod(?:\/|$)/.test(specifier)));
  expect(foreign).toEqual([]);
});

test('there is no import cycle, imports of types included', () => {
  expect(cycles(files)).toEqual([]);
});

test('a cycle of two type imports is found', () => {
  const known = new Set(['a.ts', 'b.ts']);
  const file = (path: string, text: string) => ({ path, text, imports: importsOf(path, text, known) });
  const pair = [
    file('a.ts', "import type { B } from './b.ts';\n"),
    file('b.ts', "export type B = import('./a.ts').A;\n"),
  ];
  expect(cycles(pair)).toEqual(['a.ts → b.ts → a.ts']);
});

test('only the configuration reads the environment', () => {
  const readers = product
    .filter((file) => /^apps\/server\/src\//.test(file.path) && /process\.env/.test(file.text))
    .map((file) => file.path)
    .filter((path) => !/\/(?:main|config)\.ts$|\/config\/|\/cli\//.test(path));
  expect(readers).toEqual([]);
});

/** Where tools are known by their names: the registry, and the script of the agent that is no model. */
const toolNames =
  /^apps\/server\/src\/(?:voice\/tools\/|adapters\/scripted-agent\/planning\/tool-calls\.ts$)/;

const builtIn = product
  .filter(({ path }) => path.startsWith('apps/server/src/voice/tools/'))
  .flatMap(({ text }) => [...text.matchAll(/^ +name: '(\w+)',$/gm)].map(([, name]) => name));

test('the contract reserves the names of all tools of the registry, and no others', () => {
  const contract =
    product.find(({ path }) => path === 'packages/contract/src/tools/tool-name.ts')?.text ?? '';
  const list = /builtInToolNames = \[([^\]]*)\]/.exec(contract)?.[1] ?? '';
  const reserved = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(builtIn.toSorted()).toEqual(reserved.toSorted());
});

test('every file that defines a built-in tool says its name', () => {
  // What an organization adds has the name that it was given.
  const nameless = product
    .filter(({ path }) => /^apps\/server\/src\/voice\/tools\/(?!voice-tool\.ts|tools-of-call\.ts)/.test(path))
    .filter(({ text }) => text.includes('defineTool(') && !/^ +name: '\w+',$/m.test(text));
  expect(nameless.map(({ path }) => path)).toEqual([]);
});

test('nothing but the registry knows the tools by their names', () => {
  expect(builtIn.length).toBeGreaterThanOrEqual(11);
  const name = new RegExp(`\\b(?:${builtIn.join('|')})\\b`);
  // The reason of a call, the table and the error code of the do-not-call list have the same name as the tool.
  const isOther = (line: string) => /do_not_call/.test(line) && !/name: 'do_not_call'|tools?\b/i.test(line);
  const found = product
    .filter(({ path }) => path.startsWith('apps/server/src/') && !toolNames.test(path))
    .flatMap(({ path, text }) => text.split('\n').map((line) => ({ path, line })))
    .filter(({ line }) => name.test(line) && !isOther(line));
  expect(found).toEqual([]);
});

function cycles(all: readonly SourceFile[]): string[] {
  const targets = new Map(all.map((file) => [file.path, file.imports.flatMap(({ target }) => target ?? [])]));
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push([...trail.slice(start), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return found;
}
