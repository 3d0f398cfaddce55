import { type Report, reportResponse } from '@parley/contract';

export function parseReport(body: unknown): Report | undefined {
  return reportResponse.safeParse(body).data?.report;
}
