import { reportResponse, type Report as WireReport } from '@parley/contract';
import { type Opened, readOpen } from './open.ts';

type Word = 'reason' | 'engine';
/** As the cards use it: reasons and engines may be ones that this page does not know. */
export type Report = Opened<WireReport, Word>;

export function parseReport(body: unknown): Report | undefined {
  return readOpen<{ report: WireReport }, Word>(reportResponse, body, {
    words: ['reason', 'engine'],
    lists: {
      days: 'day of a report',
      hours: 'hour of a report',
      lengths: 'length of a report',
      agents: 'agent of a report',
      versions: 'version of a report',
      templates: 'template of a report',
      latencies: 'latency of a report',
      failures: 'failure of a report',
      costs: 'cost of a report',
    },
  })?.report;
}
