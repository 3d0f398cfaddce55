import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

/** The rendered markup, without the wrapper and the classes. */
function rendered(text: string): string {
  const html = renderToStaticMarkup(createElement(Markdown, null, text));
  return html.replace(/^<div[^>]*>|<\/div>$/g, '').replaceAll(/ (?:class|tabindex|role)="[^"]*"/g, '');
}

describe('tables', () => {
  test('a table has a head, rows and the alignment of its columns', () => {
    expect(rendered('| Day | Time |\n|:---|---:|\n| Tue | 9:00 |\n| Wed | **10:00** |')).toContain(
      '<table><thead><tr><th style="text-align:left">Day</th><th style="text-align:right">Time</th></tr></thead>' +
        '<tbody><tr><td style="text-align:left">Tue</td><td style="text-align:right">9:00</td></tr>' +
        '<tr><td style="text-align:left">Wed</td><td style="text-align:right"><strong>10:00</strong></td></tr></tbody></table>',
    );
  });

  test.each([
    ['without outer pipes', 'a | b\n--- | ---\n1 | 2'],
    ['with odd spaces', '|a|b|\n|-|-|\n|  1  |2|'],
    ['directly below a line of text', 'The times:\n| a | b |\n|---|---|\n| 1 | 2 |'],
  ])('%s', (_, text) => {
    expect(rendered(text).replaceAll('\n', '')).toContain(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
  });

  test('a row that is too short or too long gets the columns of the head', () => {
    const text = rendered('| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |').replaceAll('\n', '');
    expect(text).toContain('<tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr>');
  });

  test.each([
    ['a line of dashes', 'a\n\n---\n\nb'],
    ['a pipe in a sentence', 'Say a | b.'],
    ['another number of columns', '| a | b |\n|---|\n| 1 | 2 |'],
    ['no head', '|---|---|'],
  ])('%s is not a table', (_, text) => {
    expect(rendered(text)).not.toContain('<table');
  });

  test('a table in a list or with a pipe in code stays one', () => {
    expect(rendered('- | a |\n  |---|\n  | `x\\|y` |')).toContain('<td><code>x\\|y</code></td>');
  });
});

describe('strikethrough', () => {
  test.each([
    ['~~Tuesday~~ Wednesday', '<p><del>Tuesday</del> Wednesday</p>'],
    ['at ~~9 **sharp**~~ 10', '<p>at <del>9 <strong>sharp</strong></del> 10</p>'],
    ['~~a~~ and ~~b~~', '<p><del>a</del> and <del>b</del></p>'],
    ['**~~a~~**', '<p><strong><del>a</del></strong></p>'],
    ['| ~~a~~ |\n|---|', '<th><del>a</del></th>'],
    ['about ~~ 5 or ~~6', '<p>about ~~ 5 or ~~6</p>'],
    ['`~~a~~`', '<p><code>~~a~~</code></p>'],
    ['~~~~', '~~~~'],
  ])('%s', (text, html) => {
    if (text === '~~~~') expect(rendered(text)).not.toContain('<del>');
    else expect(rendered(text)).toContain(html);
  });
});

test('malformed text is rendered without an error', () => {
  for (const text of [
    '|',
    '||',
    '|\n|',
    '~~',
    '~~~',
    '| a\n|-',
    '|-|\n|-|',
    '~~|~~\n|-|\n',
    '* | a |\n|---|',
    '',
  ]) {
    expect(() => rendered(text)).not.toThrow();
  }
});
