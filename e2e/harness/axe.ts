import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
  const checkedWidths = new Set<number>();
  for (const look of options.looks ?? looks) {
    await applyLook(page, look);
    // Legacy mode supports one frame, which is enough here, and does not open a tab for each run.
    const axe = new AxeBuilder({ page })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'], preload: false });
    if (checkedWidths.has(look.width)) axe.withRules(colourRules);
    else if (options.dialogOpen === true) axe.disableRules(rulesAboutTheWholePage);
    else if (options.menuOpen === true) axe.disableRules('region');
    checkedWidths.add(look.width);
    const { violations } = await axe.analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(faults, `axe, ${look.theme}, ${look.width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways overflow, ${look.theme}, ${look.width} px`).toBeLessThanOrEqual(0);
  }
  await applyLook(page, { theme: 'light', width: before?.width ?? 1280 });
}
