import { expect, test } from 'vitest';
import { answerText, longestAnswer, withoutSecrets } from './answer-text.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('TL6: text stays, without what cannot be stored or shown', () => {
  expect(answerText('application/json', bytes('{"a":"ä"}'))).toBe('{"a":"ä"}');
  expect(answerText(null, bytes('plain\n\ttext'))).toBe('plain\n\ttext');
  expect(answerText('text/plain', bytes('a\u0000b\u001b[31mc\u202ed'))).toBe('ab[31mcd');
  expect(answerText('application/problem+json; charset=utf-8', bytes('{}'))).toBe('{}');
});

test('TL6: a long answer is cut between two characters, and says so', () => {
  const text = answerText('text/plain', bytes('ä'.repeat(10_000)));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(longestAnswer);
  expect(text).toMatch(/ä\n\[cut here: the answer is longer\]$/);
  expect(answerText('text/plain', bytes('short'), { complete: false })).toMatch(/^short\n\[cut here/);
});

test('TL6: of a page only its words are told', () => {
  const page =
    '<head><title>T</title></head><style>p{}</style><p>One&nbsp;<b>two</b></p><script>x</script>\n\n<!-- c -->three';
  expect(answerText('text/html', bytes(page))).toBe('One&nbsp; two\nthree');
  expect(answerText('text/html', bytes('<script>never closed'))).toBe('');
});

test('TL6: what is no text is named by its type, as far as that is one', () => {
  expect(answerText('image/png', bytes('x'))).toBe('[an answer of the type image/png, which is no text]');
  expect(answerText('say "hello" now', bytes('x'))).toBe('[an answer of the type unknown, which is no text]');
});

test('TL2: a secret is masked, also without the word before it', () => {
  expect(withoutSecrets('Authorization: Bearer abc123, token abc123', ['Bearer abc123'])).toBe(
    'Authorization: ••••••••, token ••••••••',
  );
  expect(withoutSecrets('no', ['no'])).toBe('no');
});

test('TL2: a secret is masked in every form in which a service repeats it', () => {
  const secret = 'a/b"c\\d+e f';
  for (const form of [
    secret,
    JSON.stringify({ echo: secret }),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    `x=${encodeURIComponent(secret)}`,
    Buffer.from(secret).toString('base64'),
    'a\\/b\\"c\\\\d+e f',
  ])
    expect(withoutSecrets(form, [secret]), form).toContain('••••••••');
});

test('TL2: no part of a secret is left where an answer is cut, or was not read any further', () => {
  const secret = 'planted-secret-of-some-length';
  for (let before = longestAnswer - 80; before < longestAnswer + 10; before += 1) {
    const text = answerText('text/plain', bytes(`${'x'.repeat(before)}${secret}${'y'.repeat(100)}`), {
      secrets: [secret],
    });
    expect(text).not.toContain('plan');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(longestAnswer);
  }
  const broken = answerText('text/plain', bytes('It was planted-sec'), {
    complete: false,
    secrets: [secret],
  });
  expect(broken).toMatch(/^It was ••••••••\n\[cut/);
});
