import * as z from 'zod/mini';

/** What a new agent may start from instead of nothing. The configurations are the server's. */
export const agentStarters = [
  {
    id: 'practice-reception',
    name: 'Reception of a practice',
    description: 'Answers the phone of a practice, takes down wishes for appointments and messages.',
  },
  {
    id: 'appointment-reminders',
    name: 'Appointment reminders',
    description: 'Calls to remind somebody of an appointment and asks whether the time still suits.',
  },
  {
    id: 'survey',
    name: 'Survey',
    description: 'Calls with a few questions and takes the answers down as they were given.',
  },
  {
    id: 'restaurant-bookings',
    name: 'Restaurant bookings',
    description: 'Takes wishes for a table: day, time, how many people, and a name.',
  },
  {
    id: 'delivery-notices',
    name: 'Delivery notices',
    description: 'Calls to say when a delivery comes and asks whether somebody will be there.',
  },
] as const;
export type AgentStarterId = (typeof agentStarters)[number]['id'];

export const agentStarterId = z.enum(
  agentStarters.map(({ id }) => id) as [AgentStarterId, ...AgentStarterId[]],
);
