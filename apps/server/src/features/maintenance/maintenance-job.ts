import {
  type MaintenanceTask,
  maintenanceQueue,
  maintenanceRules,
  maintenanceTasks,
} from '../../jobs/schedules.ts';
import type { JobHandler, JobScheduler, JobWorkers } from '../../ports/jobs.ts';

export type Maintenance = Readonly<Record<MaintenanceTask, () => Promise<void>>>;

/** Lets this server do the maintenance of the deployment when it is due, and makes sure that it is scheduled. */
export async function scheduleMaintenance(
  jobs: JobWorkers,
  scheduler: JobScheduler,
  tasks: Maintenance,
  timeZone: string,
): Promise<void> {
  await jobs.work(maintenanceQueue, handlerOf(tasks));
  const rules = maintenanceRules(timeZone);
  for (const task of maintenanceTasks) {
    await scheduler.repeat(
      { tenantId: null, queue: maintenanceQueue, key: task, data: { task } },
      rules[task],
    );
  }
}

function handlerOf(tasks: Maintenance): JobHandler {
  return async ({ task }) => {
    const known = maintenanceTasks.find((name) => name === task);
    // A task of another release: servers of that one do it.
    if (!known) throw new Error(`This server knows no maintenance task "${task}".`);
    await tasks[known]();
  };
}
