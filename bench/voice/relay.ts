import type { Measure } from '../report.ts';
import { runLoad } from './load-process.ts';

/** Words both ways, a question every few seconds and call. */
export const measure: Measure = (options) => runLoad('relay-load.ts', options);
