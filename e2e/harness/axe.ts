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

/** An open dialog hides the rest of the page, its heading and landmarks with it. */
const rulesAboutTheWholePage = ['landmark-one-main', 'page-has-heading-one'];

interface Options {
  looks?: readonly Look[];
  dialogOpen?: boolean;
  /** A menu floats outside of the page's landmarks, as menus do. */
  menuOpen?: boolean;
}

export async function wear(page: Page, { theme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark');
}

/** axe finds nothing on the page as it stands, in any look; and nothing sticks out to the side. */
export async function expectAccessible(page: Page, options: Options = {}): Promise<void> {
  const before = page.viewportSize();
  for (const look of options.looks ?? looks) {
    await wear(page, look);
    // Legacy mode means one frame, and that is what the pages have; it spares a tab per run.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    if (options.dialogOpen === true) axe.disableRules(rulesAboutTheWholePage);
    if (options.menuOpen === true) axe.disableRules('region');
    const { violations } = await axe.analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(faults, `axe, ${look.theme}, ${look.width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways overflow, ${look.theme}, ${look.width} px`).toBeLessThanOrEqual(0);
  }
  await wear(page, { theme: 'light', width: before?.width ?? 1280 });
}
