/**
 * People beside the agent: looking on, taking over, giving back.
 */
import type { Frame, PersonEvent } from '../protocol/live-methods.ts';
import type { CallOptions } from './session-options.ts';
import { SessionReading } from './session-reading.ts';

export interface TakeOverOptions extends CallOptions {
  /** It ends by itself after this time, in milliseconds, unless `renew()` is called. 15 seconds when not given. */
  readonly leaseMs?: number;
}

/** A person drives the session until this is given back, or until it is not renewed in time. */
export interface TakeOver {
  readonly leaseMs: number;
  /** Goes on for another `leaseMs`. Rejects with `not_allowed` when it has ended. */
  renew(): Promise<void>;
  /** What the person does: events with coordinates of the viewport. */
  input(events: readonly PersonEvent[], options?: CallOptions): Promise<void>;
  /** The agent goes on. */
  giveBack(): Promise<void>;
}

export class SessionLive extends SessionReading {
  /**
   * A person takes over. Calls of the agent wait from now on, those that run are let finish, and waits pause. The agent's
   * first action afterwards rejects with `taken_over` until it has looked at the page again. Rejects with `taken_over` when
   * somebody else has taken over already.
   *
   * @example
   * const person = await session.takeOver();
   * await person.input([{ kind: 'down', x: 40, y: 20 }, { kind: 'up', x: 40, y: 20 }, { kind: 'text', text: 'hello' }]);
   * await person.giveBack();
   */
  async takeOver({ leaseMs, ...options }: TakeOverOptions = {}): Promise<TakeOver> {
    const length = leaseMs === undefined ? {} : { leaseMs };
    const taken = await this.call('session.takeOver', { ...length, ...options });
    const { lease } = taken;
    return {
      leaseMs: taken.leaseMs,
      renew: async () => {
        await this.call('session.takeOver', { lease, leaseMs: taken.leaseMs });
      },
      input: async (events, given = {}) => {
        await this.call('session.input', { lease, events, ...given });
      },
      giveBack: async () => {
        await this.call('session.giveBack', { lease });
      },
    };
  }

  /**
   * @internal What somebody who looks on sees that knows a version and a revision of the steps. It changes nothing of what
   * the agent holds.
   */
  frame(after: number, rev: number, picture: boolean): Promise<Frame> {
    return this.call('session.frame', { after, rev, picture });
  }
}
