import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceFiles, root } from './source-files.ts';

/** A level and a message; `…` stands for a value that is part of the message. */
type Entry = `${string}: ${string}`;

const callOfLog = /\blog\.(warn|error|fatal)\(/gi;
const literal = /^(['"`])(.*)\1$/s;

/** The messages of level 40 and above that a file logs, and the calls whose message is no literal. */
function loggedIn(text: string): { entries: Entry[]; unreadable: string[] } {
  const entries: Entry[] = [];
  const unreadable: string[] = [];
  for (const { 0: call, 1: level = '', index } of text.matchAll(callOfLog)) {
    const message = lastArgument(text, index + call.length);
    const [, , value] = literal.exec(message) ?? [];
    if (value !== undefined) entries.push(`${level}: ${value.replaceAll(/\$\{[^}]*\}/g, '…')}`);
    // A function that passes on a message logs nothing of its own.
    else if (message !== 'message') unreadable.push(`${call}… ${message})`);
  }
  return { entries, unreadable };
}

/** The last argument of a call whose parenthesis opens before `start`. */
function lastArgument(text: string, start: number): string {
  const found: string[] = [];
  let begins = start;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if ('\'"`'.includes(char)) at = endOfString(text, at);
    else if ('([{'.includes(char)) depth += 1;
    else if (depth > 0 && ')]}'.includes(char)) depth -= 1;
    else if (depth === 0 && ',)'.includes(char)) {
      found.push(text.slice(begins, at).trim());
      begins = at + 1;
      if (char === ')') return found.findLast((argument) => argument !== '') ?? '';
    }
  }
  throw new Error('A call of the log has no end.');
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return at;
}

const sources = readSourceFiles().filter(
  ({ path }) => path.startsWith('apps/server/src/') && !path.endsWith('.test.ts'),
);
const logged = sources.map(({ path, text }) => ({ path, ...loggedIn(text) }));
const inCode = new Set(logged.flatMap(({ entries }) => entries));

const document = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const rows = [...document.matchAll(/^\| `([^`]+)` \| (warn|error|fatal) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, message = '', level = '']): Entry => `${level}: ${message}`,
);

test('the message of every warning and error is a literal', () => {
  expect(
    logged.flatMap(({ path, unreadable }) => unreadable.map((call) => `${path}: ${call}`)),
    'Values belong in the fields of the log entry.',
  ).toEqual([]);
});

test('docs/operations.md has a row for every message of level 40 and above', () => {
  expect(inCode.size).toBeGreaterThan(40);
  expect([...inCode].filter((entry) => !rows.includes(entry))).toEqual([]);
});

test('every row of docs/operations.md stands for a message in the code, once', () => {
  expect(rows.filter((entry) => !inCode.has(entry))).toEqual([]);
  expect(rows.filter((entry, index) => rows.indexOf(entry) !== index)).toEqual([]);
});

describe('messages are found', () => {
  test.each<[string, Entry[], number]>([
    ["log.warn({ callId }, 'call lost');", ['warn: call lost'], 0],
    ["this.#log.error(\n  { a: f(1, 2) },\n  'failed, (twice)',\n);", ['error: failed, (twice)'], 0],
    ["request.log.fatal({ why: 'x, y' }, `code: $" + '{code(1)}`);', ['fatal: code: …'], 0],
    ["log.warn('no fields')", ['warn: no fields'], 0],
    ["log.info({}, 'nothing to do')", [], 0],
    ["console.error('not the log')", [], 0],
    ['log.warn({}, message)', [], 0],
    ['log.warn({}, sentenceOf(call))', [], 1],
  ])('in %j', (text, entries, unreadable) => {
    const found = loggedIn(text);
    expect(found.entries).toEqual(entries);
    expect(found.unreadable).toHaveLength(unreadable);
  });
});
