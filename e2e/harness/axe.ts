import { expect, type Page } from '@playwright/test';
import axe, { type RuleObject, type RunOptions } from 'axe-core';

export interface Look {
  theme: 'light' | 'dark';
  width: number;
}

export const looks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
];

export const narrowLooks = looks.filter(({ width }) => width === 360);

/** Not applicable with an open dialog, which hides the heading and landmarks of the page. */
const rulesAboutTheWholePage = ['landmark-one-main', 'page-has-heading-one'];

/** The rules about colours. The result of all others is the same in light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block'];

interface Options {
  looks?: readonly Look[];
  dialogOpen?: boolean;
  /** An open menu is outside of the landmarks. */
  menuOpen?: boolean;
}

export async function applyLook(page: Page, { theme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark');
}

/** axe finds nothing on the current page, light and dark, wide and narrow, and nothing overflows sideways. */
export async function expectAccessible(page: Page, options: Options = {}): Promise<void> {
  const before = page.viewportSize();
  if (options.dialogOpen === true) await expect(page.locator('[role=dialog]').first()).toBeVisible();
  // What is being replaced by newer results is faint until they are there.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const checkedWidths = new Set<number>();
  for (const look of options.looks ?? looks) {
    await applyLook(page, look);
    const rules = checkedWidths.has(look.width) ? colourRules : null;
    checkedWidths.add(look.width);
    const faults = await axeFaults(
      page,
      rules === null ? { rules: exceptRules(options) } : { runOnly: { type: 'rule', values: rules } },
    );
    expect(faults, `axe, ${look.theme}, ${look.width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways overflow, ${look.theme}, ${look.width} px`).toBeLessThanOrEqual(0);
  }
  await applyLook(page, { theme: 'light', width: before?.width ?? 1280 });
}

function exceptRules({ dialogOpen, menuOpen }: Options): RuleObject {
  const disabled = dialogOpen === true ? rulesAboutTheWholePage : menuOpen === true ? ['region'] : [];
  return Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
}

/** What axe finds on the page. It is loaded into a page once: to parse it takes longer than most of its runs. */
export async function axeFaults(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (given) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, given);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { resultTypes: ['violations'], preload: false, ...options } satisfies RunOptions,
  );
}
