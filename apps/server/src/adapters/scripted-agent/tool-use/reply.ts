import type { ReplyRequest } from '../../../ports/language-model.ts';
import type { ToolDefinition } from '../../../ports/voice-tools.ts';
import { startOutbound } from '../planning/outbound.ts';
import { joined, type Reply } from '../planning/outbound-dialogue.ts';
import { endCall } from '../planning/tool-calls.ts';
import { type Intent, intentsOf } from '../understanding/intents.ts';
import { callOf, type KnownValues } from './inputs.ts';
import { planOf, singleOffer, type ToolPlan, wantsNothingElse } from './plan.ts';
import { purposeIn, rolesIn, type ToolRoles } from './roles.ts';

/** What the ordinary rules answer, whatever the tools are about. */
const leftToTheRules: readonly Intent[] = [
  'voicemail',
  'doNotCall',
  'wrongNumber',
  'injection',
  'robot',
  'person',
  'emergency',
  'callLater',
];

const anythingElse = 'Is there anything else I can help you with?';
const deskWillCall = 'The desk will look into it and call you back.';

/** The reply where tools can do what the other party asks for; null where the ordinary rules go on. */
export function toolReply(request: ReplyRequest): Reply | null {
  const { brief, history, tools } = request;
  const roles = rolesIn(brief, tools);
  if (!roles.book && !roles.move && !roles.cancel) return null;
  const isOutbound = brief.direction === 'outbound';
  const name = isOutbound ? (brief.contact?.name ?? startOutbound(brief).script.party) : null;
  const plan = planOf(history, roles, { name, isOutbound, purpose: purposeIn(brief) });
  if (!plan) return null;
  const last = history.findLast((entry) => entry.kind === 'said');
  const intents = intentsOf(last?.text ?? '');
  if (leftToTheRules.some((intent) => intents.has(intent))) return null;
  return replyOf(plan, roles, brief.otherParty);
}

const say = (...parts: string[]): Reply => ({ text: joined(...parts), tools: [] });
const goodbye = (...parts: string[]): Reply => ({
  text: joined(...parts, 'Thank you. Goodbye.'),
  tools: [endCall('finished')],
});

function replyOf(plan: ToolPlan, roles: ToolRoles, phone: string | null): Reply {
  if (plan.isWaiting) return say('One moment, please.');
  if (plan.end) return ending(plan);
  if (plan.name === null) return say('May I have your name, please?');
  const known: KnownValues = {
    name: plan.name,
    phone,
    id: plan.appointment?.id ?? null,
    start: plan.chosen?.start ?? null,
    day: plan.day,
    part: plan.part,
  };
  const use = (tool: ToolDefinition | undefined): Reply => {
    const call = tool ? callOf(tool, known) : null;
    return call ? { text: '', tools: [call] } : goodbye(deskWillCall);
  };
  if (plan.task !== 'book' && plan.appointment === undefined) return use(roles.findAppointments);
  if (plan.task !== 'book' && plan.appointment === null)
    return goodbye(`I cannot find an appointment for ${plan.name}.`, deskWillCall);
  if (plan.task === 'cancel') {
    if (plan.agreed) return use(roles.cancel);
    return say(
      `Shall I cancel the appointment ${onTime(plan.appointment?.spoken ?? null)}?`.replace(' ?', '?'),
    );
  }
  if (plan.day === null && plan.times === null)
    return say(plan.task === 'move' ? 'Which day would suit you better?' : 'Which day would suit you?');
  if (plan.times === null) return use(roles.findTimes);
  return plan.chosen && plan.agreed ? use(roles[plan.task]) : offer(plan);
}

function offer(plan: ToolPlan): Reply {
  const times = plan.times ?? [];
  if (times.length === 0) {
    const when = joined(plan.day ?? '', plan.part ?? '');
    return say(`There is nothing free on ${when || 'that day'}.`, 'Which other day would suit you?');
  }
  const taken = plan.wasTaken ? 'I am sorry, that time has just been taken.' : '';
  const single = singleOffer(plan);
  if (single) return say(taken, `${single.spoken} is free. Shall I take that?`);
  const [first, second] = times;
  return say(taken, `I have ${first?.spoken} or ${second?.spoken}.`, 'What time would you like?');
}

/** Only what the tool has answered counts as done. */
function ending({ end, task, afterwards }: ToolPlan): Reply {
  if (afterwards !== null)
    return wantsNothingElse(afterwards)
      ? goodbye()
      : goodbye('I have noted that, and the desk will call you back about it.');
  if (end?.kind === 'done') {
    if (task === 'cancel') return say('Your appointment is cancelled.', anythingElse);
    const when = end.spoken ? onTime(end.spoken) : 'as you asked';
    return say(`Your appointment is ${task === 'move' ? 'now ' : 'booked '}${when}.`, anythingElse);
  }
  if (end?.kind === 'kept') return say('All right, it stays as it is.', anythingElse);
  if (end?.kind === 'unknown')
    return say('I cannot tell yet whether that went through.', deskWillCall, anythingElse);
  return say('I am sorry, that did not work.', deskWillCall, anythingElse);
}

function onTime(spoken: string | null): string {
  return spoken === null ? '' : `on ${spoken}`;
}
