/** A test cluster for several runs of tests: sends its connection to the parent process, and stops when that exits. */
import { openTestCluster } from './open-cluster.ts';

const { connection, stop } = await openTestCluster();
process.on('disconnect', () => void stop().then(() => process.exit(0)));
process.send?.(connection);
