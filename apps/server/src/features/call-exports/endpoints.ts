import { exportLimits } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { CallExports, OrderFile } from '../../ports/call-exports.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { type RunningExports, tooManyExports } from './exports.ts';

export type ExportEndpoints = Pick<
  Endpoints,
  'previewExport' | 'createExport' | 'getExport' | 'cancelExport'
>;

const notFound = () => new AppError('export_not_found', 'There is no such export of yours.');

/** A person has one file at a time, whatever is in it. */
export function createOrderFile(exports: CallExports, running: RunningExports): OrderFile {
  return async (caller, order, total) => {
    const { link, digest } = running.newLink();
    const created = await exports.create(caller, order, { digest, seconds: exportLimits.linkSeconds }, total);
    if (created === 'running')
      throw new AppError('export_running', 'You are exporting a file already. Wait for it, or cancel it.');
    if (created === 'too_many') throw tooManyExports();
    running.watchAccess({ tenantId: caller.tenantId, id: created.id }, caller);
    return { export: created, link };
  };
}

export function exportEndpoints(
  exports: CallExports,
  running: RunningExports,
  order: OrderFile,
): ExportEndpoints {
  return {
    previewExport: async ({ caller, query }) => {
      const [calls, fields] = await Promise.all([
        exports.count(caller.tenantId, query),
        exports.fields(caller.tenantId),
      ]);
      return { calls, fields };
    },

    createExport: async ({ caller, body }) =>
      order(caller, body, await exports.count(caller.tenantId, body.filters)),

    getExport: async ({ caller, params }) => {
      const found = await exports.get(caller, params.id);
      if (!found) throw notFound();
      return { export: found };
    },

    cancelExport: async ({ caller, params }) => {
      const cancelled = await exports.cancel(caller, params.id);
      if (!cancelled) throw notFound();
      running.cancel(params.id);
      return { export: cancelled };
    },
  };
}
