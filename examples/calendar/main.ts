import { parseArgs } from 'node:util';
import { addDays, dayOf, timesOf, weekdayOf } from './opening-hours.ts';
import { startCalendar } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4020' },
    file: { type: 'string', default: '.data/calendar.json' },
    token: { type: 'string' },
    faults: { type: 'boolean', default: false },
    sample: { type: 'boolean', default: false },
    'ignore-keys': { type: 'boolean', default: false },
  },
});

const running = await startCalendar({
  port: Number(values.port),
  file: values.file,
  honoursKeys: !values['ignore-keys'],
  offersFaults: values.faults,
  ...(values.token === undefined ? {} : { token: values.token }),
});
if (values.sample && running.calendar.all().length === 0) {
  const today = dayOf(new Date());
  const monday = [1, 2, 3, 4, 5, 6, 7]
    .map((days) => addDays(today, days))
    .find((day) => weekdayOf(day) === 'Monday');
  const [start = ''] = timesOf(monday ?? '');
  running.calendar.book({ patient: 'Ann Miller', start, phone: '+15005550010', reason: 'Check-up' }, null);
}
console.error(`The calendar is at ${running.url} and its description at ${running.url}/openapi.json.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.stop());
