import { resolve } from 'node:path';
import { parse } from 'yaml';
import { styles } from './english/answers.ts';
import { commonFacts } from './english/facts.ts';
import { questionKinds } from './english/question.ts';
import type { Answer, CalleeScript, Step } from './script.ts';
import { loadSound } from './sounds.ts';

/** An invalid script; the message says what is wrong. */
export class CalleeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CalleeError';
  }
}

export function readYaml(text: string, name: string, folder?: string): CalleeScript {
  return readScript(parseYaml(text, name), name, folder);
}

export function parseYaml(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new CalleeError(`Callee "${name}" is not YAML: ${(error as Error).message}`);
  }
}

const fields = new Set([
  'name',
  'about',
  'ring',
  'nature',
  'detectedAs',
  'greeting',
  'greetingEnd',
  'mailbox',
  'thinkMs',
  'patienceMs',
  'script',
  'answers',
  'manners',
  'facts',
  'style',
  'otherwise',
  'goodbye',
  'voice',
]);
const rings: unknown[] = ['busy', 'never', 'unreachable', 'declined', 'blocked', 'handset'];
const natures: unknown[] = ['human', 'machine', 'fax', 'silent'];
/** Fields with one of a few values. */
const choices: Record<string, readonly unknown[]> = {
  nature: natures,
  detectedAs: natures,
  greetingEnd: ['beep', 'silence', 'other'],
  mailbox: ['records', 'full'],
};

/** Checks a script, so that a mistake is reported when it is read and not in the middle of a call. */
export function readScript(value: unknown, name: string, folder?: string): CalleeScript {
  const fail = (why: string): never => {
    throw new CalleeError(`Callee "${name}": ${why}`);
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail('it must be an object.');
  const given = value as Record<string, unknown>;
  for (const key of Object.keys(given)) if (!fields.has(key)) fail(`there is no field "${key}".`);
  const isTime = (time: unknown) => typeof time === 'number' && time >= 0;
  const { ring, thinkMs, patienceMs } = given;
  if (ring !== undefined && !isTime(ring) && !rings.includes(ring))
    fail('ring is milliseconds or one of busy, never, unreachable, declined, blocked, handset.');
  for (const [key, values] of Object.entries(choices))
    if (given[key] !== undefined && !values.includes(given[key]))
      fail(`${key} is one of ${values.join(', ')}.`);
  if (thinkMs !== undefined && !isTime(thinkMs)) fail('thinkMs is milliseconds.');
  if (patienceMs !== undefined && !isTime(patienceMs) && patienceMs !== 'endless')
    fail('patienceMs is milliseconds or endless.');
  for (const key of ['about', 'greeting', 'goodbye']) {
    if (given[key] !== undefined && typeof given[key] !== 'string') fail(`${key} is a text.`);
  }
  if (given.otherwise !== undefined && !isTexts(given.otherwise)) fail('otherwise is a list of texts.');
  if (given.style !== undefined && !styles.some((one) => one === given.style))
    fail(`style is one of ${styles.join(', ')}.`);
  checkFacts(given.facts ?? {}, fail);
  const lists = { script: given.script ?? [], answers: given.answers ?? [] };
  for (const [key, list] of Object.entries(lists)) if (!Array.isArray(list)) fail(`${key} is a list.`);
  for (const step of lists.script as unknown[]) checkStep(step, fail);
  for (const answer of lists.answers as unknown[]) checkAnswer(answer, fail);
  const script: CalleeScript = { ...(given as Omit<CalleeScript, 'name'>), name };
  return script.voice === undefined ? script : { ...script, voice: checkVoice(script.voice, fail, folder) };
}

type Fail = (why: string) => never;

/** Files are relative to the script's folder and must be playable. */
function checkVoice(voice: unknown, fail: Fail, folder = process.cwd()): Record<string, string> {
  if (typeof voice !== 'object' || voice === null) return fail('voice maps texts to WAV files.');
  const files: Record<string, string> = {};
  for (const [text, file] of Object.entries(voice)) {
    if (typeof file !== 'string') return fail(`the voice of "${text}" is the name of a WAV file.`);
    files[text] = resolve(folder, file);
    try {
      loadSound(files[text]);
    } catch (error) {
      return fail(`${file} cannot be played: ${(error as Error).message}.`);
    }
  }
  return files;
}

function checkFacts(facts: unknown, fail: Fail): void {
  const known = Object.keys(commonFacts);
  if (typeof facts !== 'object') fail('facts is an object.');
  for (const [key, value] of Object.entries(facts as object)) {
    if (!known.includes(key)) fail(`facts are ${known.join(', ')}; not "${key}".`);
    if (typeof value !== 'string') fail(`the fact ${key} is a text.`);
  }
}

function checkStep(value: unknown, fail: Fail): asserts value is Step {
  const shown = JSON.stringify(value);
  if (value === 'hangup') return;
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) {
    return fail(`a step is hangup or has one of say, wait, interrupt, press, silence, expect; got ${shown}.`);
  }
  const step = value as Record<string, unknown>;
  if (typeof step.say === 'string' || typeof step.silence === 'number') return;
  if (typeof step.press === 'string' && /^[0-9A-D#*wW]+$/.test(step.press)) return;
  if (typeof step.expect === 'string') return checkPattern(step.expect, fail);
  if (step.wait === 'agent' || typeof step.wait === 'number') return;
  const { phrase, words } = (step.wait ?? {}) as { phrase?: unknown; words?: unknown };
  if (typeof words === 'number') return;
  if (typeof phrase === 'string') return checkPattern(phrase, fail);
  const interrupt = step.interrupt as { words?: unknown; say?: unknown } | undefined;
  // In YAML an unquoted comma in a flow mapping turns the rest of a sentence into another key.
  const isWhole = Object.keys(interrupt ?? {}).every((key) => key === 'words' || key === 'say');
  if (typeof interrupt?.words === 'number' && typeof interrupt.say === 'string' && isWhole) return;
  return fail(`this step cannot be followed: ${shown}.`);
}

function checkAnswer(value: unknown, fail: Fail): asserts value is Answer {
  const answer = value as Partial<Answer> | null;
  if (typeof answer !== 'object' || answer === null || typeof answer.when !== 'string') {
    return fail(`an answer needs "when": ${JSON.stringify(value)}.`);
  }
  const stray = Object.keys(answer).find(
    (key) => !['when', 'asked', 'say', 'press', 'times', 'then'].includes(key),
  );
  if (stray) return fail(`an answer has no field "${stray}".`);
  const { say, press, then, asked } = answer;
  if (asked !== undefined && !questionKinds.includes(asked))
    return fail(`asked is one of ${questionKinds.join(', ')}.`);
  const hasSay = typeof say === 'string' || isTexts(say);
  if (!hasSay && press === undefined && then === undefined)
    return fail(`an answer to "${answer.when}" says nothing.`);
  checkPattern(answer.when, fail);
}

function checkPattern(text: string, fail: Fail): void {
  try {
    pattern(text);
  } catch (error) {
    fail((error as Error).message);
  }
}

/** Patterns are case-insensitive regular expressions. */
export function pattern(text: string): RegExp {
  return new RegExp(text, 'iu');
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}
