import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../../tokens.css', import.meta.url), 'utf8');
const [lightPart = '', darkPart = ''] = css.split('.dark');
const themes = { light: tokensIn(lightPart), dark: tokensIn(darkPart) };
const chartColours = [1, 2, 3, 4, 5, 6].map((place) => `chart-${place}`);

for (const [theme, tokens] of Object.entries(themes)) {
  test.each(chartColours)(`P307: ${theme}, a bar in %s stands out from the card by 3:1`, (name) => {
    expect(contrast(tokens.get(name), tokens.get('surface'))).toBeGreaterThanOrEqual(3);
  });

  test(`P307: ${theme}, the figure in every field of a heat map can be read`, () => {
    for (const place of [1, 2, 3])
      expect(contrast(tokens.get('ink'), tokens.get(`heat-${place}`))).toBeGreaterThanOrEqual(4.5);
    for (const place of [4, 5])
      expect(contrast(tokens.get('on-heat'), tokens.get(`heat-${place}`))).toBeGreaterThanOrEqual(4.5);
  });

  test(`P307: ${theme}, the steps of a heat map go in one direction`, () => {
    const steps = [1, 2, 3, 4, 5].map((place) => luminance(tokens.get(`heat-${place}`)));
    const sorted = steps.toSorted((one, other) => (theme === 'light' ? other - one : one - other));
    expect(steps).toEqual(sorted);
  });
}

function tokensIn(part: string): Map<string, string> {
  const found = part.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** As WCAG 2.2 defines it. */
function luminance(colour = '#000000'): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
