import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type {
  CommandOutcome,
  CommandTimes,
  SessionCommand,
  SessionCommands,
  TakenCommand,
} from '../../../ports/session-commands.ts';
import type { SessionInput } from '../../../voice/session-runner.ts';
import type { TextInput, TextSockets } from '../tries/text-socket.ts';
import type { SessionLeases } from './session-leases.ts';

export interface CommandExecutorDeps {
  readonly commands: SessionCommands;
  readonly leases: Pick<SessionLeases, 'holder' | 'holdsAny' | 'sessionOf'>;
  readonly textSockets: Pick<TextSockets, 'input'>;
  readonly commandTimes: CommandTimes;
  /** A notification may be lost, so commands for the sessions of this server are looked for at intervals too. */
  readonly lookEveryMs: number;
  /** So often those of all servers that nobody has carried out get a result. */
  readonly settleEveryMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Carries out the commands for calls whose session is live on this server. */
export class CommandExecutor {
  readonly #deps: CommandExecutorDeps;
  #subscription: { close(): Promise<void> } | null = null;
  readonly #cancels = new Set<() => void>();
  /** One round after the other; a notification during a round asks for another. */
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(deps: CommandExecutorDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { commands, leases, lookEveryMs, settleEveryMs } = this.#deps;
    this.#subscription = await commands.listen(leases.holder.serverId, () => void this.run());
    this.#repeat(lookEveryMs, () => this.#look());
    this.#repeat(settleEveryMs, () => this.#settle());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const cancel of this.#cancels) cancel();
    await this.#subscription?.close();
    await this.#running;
  }

  run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#rounds().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  #repeat(everyMs: number, work: () => Promise<void>): void {
    if (this.#stopped) return;
    const cancel = this.#deps.clock.after(everyMs, () => {
      this.#cancels.delete(cancel);
      void work().finally(() => this.#repeat(everyMs, work));
    });
    this.#cancels.add(cancel);
  }

  /** Costs nothing where there can be no command. */
  async #look(): Promise<void> {
    if (this.#deps.leases.holdsAny()) await this.run();
  }

  async #settle(): Promise<void> {
    try {
      await this.#deps.commands.settleOverdue(this.#deps.commandTimes);
    } catch (err) {
      this.#deps.log.warn(
        { err },
        'overdue commands for live calls could not be settled; will be retried in the next round',
      );
    }
  }

  async #rounds(): Promise<void> {
    const { commands, leases, log } = this.#deps;
    while (this.#again) {
      this.#again = false;
      try {
        const taken = await commands.take(leases.holder.serverId);
        await Promise.all(taken.map((one) => commands.finish(one, this.#carryOut(one))));
      } catch (err) {
        log.warn(
          { err },
          'commands for live calls could not be carried out or answered; will be retried in the next round',
        );
      }
    }
  }

  #carryOut({ callId, session, command, id }: TakenCommand): CommandOutcome {
    const accepted = isTextInput(command)
      ? this.#deps.textSockets.input(callId, command)
      : this.#send({ callId, session }, inputOf(command));
    this.#deps.log.info(
      { callId, command: id, kind: command.kind, accepted },
      'command for a live call carried out',
    );
    return accepted ? { state: 'done', detail: '' } : { state: 'failed', detail: refusal[command.kind] };
  }

  #send(key: { readonly callId: string; readonly session: number }, input: SessionInput): boolean {
    const session = this.#deps.leases.sessionOf(key);
    if (!session?.accepts(input)) return false;
    session.send(input);
    return true;
  }
}

function isTextInput(command: SessionCommand): command is TextInput {
  return command.kind === 'hear' || command.kind === 'typing' || command.kind === 'press';
}

function inputOf(command: Exclude<SessionCommand, TextInput>): SessionInput {
  switch (command.kind) {
    case 'end':
      return { type: 'control.hangup' };
    case 'transfer':
      return { type: 'control.transfer', reason: command.reason };
    case 'note':
      return { type: 'control.note', text: command.text };
    case 'greeting-ended':
      return { type: 'control.amdResult', answeredBy: 'machine', greetingEnd: command.end };
  }
}

const refusal: Readonly<Record<SessionCommand['kind'], string>> = {
  end: 'The conversation has ended.',
  transfer: 'The call cannot be transferred: it is ending, or nobody can take it.',
  hear: 'The try has ended.',
  typing: 'The try has ended.',
  press: 'The try has ended.',
  note: 'The session is not there.',
  'greeting-ended': 'The session is not there.',
};
