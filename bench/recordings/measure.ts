import type { Measure } from '../report.ts';
import { runLoad } from '../voice/load-process.ts';

/** How soon a recording can be played, and what listeners take of the processor: alone, and beside live calls. */
export const measure: Measure = (options) => runLoad('../recordings/load.ts', options);
