/**
 * One browser window that looks on: its WebSocket, which session it watches, and what its person does there.
 *
 * In:  messages of the window. Out: messages of the feed of the session that it watches, and the list of sessions.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import * as z from 'zod';
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { METHODS } from '../protocol/methods.ts';
import { LIVE_PROTOCOL, type Owner } from './access.ts';
import { checkFileAddress } from './file-addresses.ts';
import type { LiveFeed, Viewer } from './live-feed.ts';
import type { ServerMessage } from './live-messages.ts';
import type { SessionDesk } from './session-desk.ts';
import { WebSocketEnd } from './web-socket.ts';

const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('watch'), sessionId: z.string().min(1).max(64) }),
  z.strictObject({ type: z.literal('unwatch') }),
  z.strictObject({ type: z.literal('view'), state: z.enum(['collapsed', 'expanded']) }),
  z.strictObject({ type: z.literal('take_over') }),
  z.strictObject({ type: z.literal('give_back') }),
  z.strictObject({ type: z.literal('input'), events: METHODS['session.input'].params.shape.events }),
]);

export interface LiveSocketPort {
  readonly desk: SessionDesk;
  readonly owner: Owner;
  /** Whether `file:` addresses may be opened. */
  readonly mayOpenFiles: boolean;
  readonly onClose: () => void;
}

export class LiveSocket implements Viewer {
  readonly wantsPictures = false;
  readonly #socket: WebSocketEnd;
  readonly #desk: SessionDesk;
  readonly #owner: Owner;
  readonly #mayOpenFiles: boolean;
  readonly #stopListening: () => void;
  #feed: LiveFeed | null = null;
  #isExpanded = false;
  /** Inputs come one after the other, in the order in which they were made. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { desk, owner, mayOpenFiles, onClose }: LiveSocketPort,
  ) {
    this.#mayOpenFiles = mayOpenFiles;
    this.#desk = desk;
    this.#owner = owner;
    this.#stopListening = desk.onChange((event, changed) => {
      if (event.type === 'browser_active' && changed === owner) this.#sendSessions();
    });
    this.#socket = new WebSocketEnd(request, socket, head, {
      protocol: LIVE_PROTOCOL,
      maxBytes: LIMITS.liveMessageBytes,
      heartbeatMs: LIMITS.heartbeatMs,
      onMessage: (text) => this.#receive(text),
      onClose: () => {
        this.#stopListening();
        this.#feed?.leave(this);
        this.#feed = null;
        onClose();
      },
    });
    this.#sendSessions();
  }

  get isBehind(): boolean {
    return this.#socket.queuedBytes > LIMITS.liveQueueBytes;
  }

  get isExpanded(): boolean {
    return this.#isExpanded;
  }

  send(message: ServerMessage): void {
    if (message.type === 'ended') this.#feed = null;
    this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }

  #sendSessions(): void {
    this.send({ type: 'sessions', sessions: this.#desk.list(this.#owner).map(({ id }) => ({ id })) });
  }

  #receive(text: string): void {
    if (this.#waiting >= LIMITS.queuedCalls) {
      this.send({ type: 'error', code: 'invalid_argument', message: 'Too much at once: some of it was left out.' });
      return;
    }
    this.#waiting++;
    this.#last = this.#last
      .then(() => this.#perform(text))
      .catch((error: unknown) => {
        const known = isAgentBrowserError(error);
        const code = known ? error.code : 'internal_error';
        this.send({ type: 'error', code, message: known ? error.message : 'The server failed.' });
      })
      .finally(() => {
        this.#waiting--;
      });
  }

  async #perform(text: string): Promise<void> {
    const message = readMessage(text);
    if (message === null) {
      this.send({ type: 'error', code: 'invalid_argument', message: 'That message is not understood.' });
      return;
    }
    switch (message.type) {
      case 'watch': {
        const { feed } = this.#desk.find(this.#owner, message.sessionId);
        this.#feed?.leave(this);
        this.#feed = feed;
        feed.join(this);
        return;
      }
      case 'unwatch':
        this.#feed?.leave(this);
        this.#feed = null;
        return;
      case 'view':
        this.#isExpanded = message.state === 'expanded';
        if (!this.#isExpanded) await this.#feed?.giveBack(this);
        this.#feed?.changed();
        return;
      case 'take_over':
        return this.#feed?.takeOver(this);
      case 'give_back':
        return this.#feed?.giveBack(this);
      case 'input':
        for (const event of message.events) if (event.kind === 'open') checkFileAddress(event.url, this.#mayOpenFiles);
        return this.#feed?.input(this, message.events);
    }
  }
}

function readMessage(text: string): z.output<typeof clientMessage> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = clientMessage.safeParse(value);
  return parsed.success ? parsed.data : null;
}
