import { exampleReport, exampleSpending, type Report, type Spending } from '@parley/contract';

/** What Reports shows: for every range the same kind of figures. */
export class ReportDesk {
  /** Changes each report before it is sent. */
  change: (report: Report) => Report = (report) => report;

  spending: Spending = exampleSpending;

  reportOf(from: string, to: string): Report {
    const report = exampleReport({ from, to, timeZone: 'America/New_York', currency: 'USD' });
    return this.change({ ...report, example: false });
  }
}
