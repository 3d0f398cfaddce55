import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Resident, residentTree } from '../desk/process-figures.ts';
import { newDataDir, removeDataDir, startProduct } from '../desk/product.ts';
import { counted, quietSlices } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median, sum } from '../statistics.ts';
import { cloneProject, npmStart } from './clone.ts';

const longestSecondStart = 5;

/** Time from a fresh clone to ready and from stopped to ready, and the cost of an idle server. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  // The smoke form stays in this folder: a clone would install everything once more.
  const whole = smoke ? [] : await measureClone(log);
  log('start: the server alone');
  const dataDir = newDataDir();
  try {
    const first = await startProduct(dataDir);
    await first.stop();
    const again = await quietSlices(smoke ? 0 : 3, 6, async () => {
      const product = await startProduct(dataDir);
      await product.stop();
      return product.readyMs / 1000;
    });
    const idle = await measureIdle(dataDir, smoke ? 0 : 5_000);
    const readyAgain = smoke ? idle.readySeconds : median(counted(again).values);
    return [
      ...whole,
      figure('server alone, empty data folder to ready', first.readyMs / 1000, 's'),
      figure('server alone, second start to ready', readyAgain, 's'),
      ...idle.figures,
    ];
  } finally {
    removeDataDir(dataDir);
  }
}

async function measureClone(log: (line: string) => void): Promise<Figure[]> {
  log('start: a fresh clone');
  const folder = cloneProject();
  try {
    const fresh = await npmStart(folder);
    log('start: again');
    const slices = await quietSlices(3, 6, () => npmStart(folder));
    const { values, quiet } = counted(slices);
    const again = median(values);
    return [
      figure('fresh clone to ready', fresh, 's', 'npm start: installs, builds the web, makes the database'),
      {
        ...figure(
          'second start to ready',
          again,
          's',
          `${slices.length} starts, ${Math.round(quiet * 100)} % quiet`,
        ),
        limit: longestSecondStart,
        ratio: again / longestSecondStart,
        reach: { at: 'most', ratio: 1 },
      },
    ];
  } finally {
    removeDataDir(`${folder}/.data`);
    rmSync(dirname(folder), { recursive: true, force: true });
  }
}

async function measureIdle(dataDir: string, settleMs: number) {
  const product = await startProduct(dataDir);
  await delay(settleMs);
  const all = residentTree(product.pid);
  await product.stop();
  const megabytes = (of: readonly Resident[]) => sum(of.map(({ bytes }) => bytes)) / 1e6;
  const isLab = ({ name }: Resident) => name.includes('phone-lab');
  const isDatabase = ({ name }: Resident) => name.includes('postgres');
  const server = all.filter((one) => !isLab(one) && !isDatabase(one));
  const figures = [
    figure('idle memory, everything', megabytes(all), 'MB', `${all.length} processes, shared pages once`),
    figure('idle memory, server', megabytes(server), 'MB'),
    figure('idle memory, phone-lab', megabytes(all.filter(isLab)), 'MB'),
    figure('idle memory, PostgreSQL', megabytes(all.filter(isDatabase)), 'MB'),
  ];
  return { figures, readySeconds: product.readyMs / 1000 };
}

function figure(what: string, value: number, unit: string, note?: string): Figure {
  return { part: 'start', what, value, unit, ...(note !== undefined && { note }) };
}
