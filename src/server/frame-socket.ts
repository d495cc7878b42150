/**
 * A window that shows pictures of a page and sends back what a person does in it: the stream for programs and pages that draw
 * nothing themselves.
 *
 * In:  `input_mouse`, `input_keyboard`, `input_touch` (frame-input.ts). Out: `{ type: 'frame', data, metadata }`, a JPEG for
 *      each change of the page, and `{ type: 'status', control }` when somebody takes over or gives back.
 *
 * Nobody has to ask to take over: pressing a button, scrolling or typing does, and a while without any of them gives back.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { PersonEvent } from '../protocol/live-methods.ts';
import { FrameInput } from './frame-input.ts';
import type { LiveFeed, Viewer } from './live-feed.ts';
import type { ServerMessage } from './live-messages.ts';
import { WebSocketEnd } from './web-socket.ts';

export interface FrameSocketPort {
  readonly feed: LiveFeed;
  /** The protocol that the client offered; `null` for none. */
  readonly protocol: string | null;
  readonly onClose: () => void;
}

export class FrameSocket implements Viewer {
  readonly wantsPictures = true;
  readonly isExpanded = true;
  readonly #socket: WebSocketEnd;
  readonly #feed: LiveFeed;
  readonly #input = new FrameInput();
  #control = '';
  /** Gives back when nothing is done for a while. */
  #resting: NodeJS.Timeout | undefined;
  /** What is still to be done, one message after the other, in the order in which they were made. */
  readonly #waiting: (readonly PersonEvent[])[] = [];
  #isPerforming = false;
  #isOver = false;

  constructor(request: IncomingMessage, socket: Duplex, head: Buffer, { feed, protocol, onClose }: FrameSocketPort) {
    this.#feed = feed;
    this.#socket = new WebSocketEnd(request, socket, head, {
      protocol,
      maxBytes: LIMITS.liveMessageBytes,
      heartbeatMs: LIMITS.heartbeatMs,
      onMessage: (text) => this.#receive(text),
      onClose: () => {
        this.#isOver = true;
        clearTimeout(this.#resting);
        feed.leave(this);
        onClose();
      },
    });
    feed.join(this);
  }

  get isBehind(): boolean {
    return this.#socket.queuedBytes > LIMITS.liveQueueBytes;
  }

  send(message: ServerMessage): void {
    const told = this.#told(message);
    if (told !== null) this.#say(told);
    if (message.type === 'ended') this.close();
  }

  /** The message in the words of this stream; `null` for what only a window needs that draws the page itself. */
  #told(message: ServerMessage): object | null {
    switch (message.type) {
      case 'picture': {
        const [deviceWidth, deviceHeight] = message.vp;
        const [scrollOffsetX, scrollOffsetY] = message.scroll;
        const where = { deviceWidth, deviceHeight, pageScaleFactor: 1, offsetTop: 0, scrollOffsetX, scrollOffsetY };
        return { type: 'frame', data: message.data, metadata: { ...where, timestamp: Date.now() / 1_000 } };
      }
      case 'status':
        if (message.control === this.#control) return null;
        this.#control = message.control;
        return { type: 'status', connected: true, screencasting: true, control: message.control };
      case 'error':
        return { type: 'error', code: message.code, message: message.message };
      case 'ended':
        return { type: 'status', connected: false, screencasting: false };
      case 'sessions':
      case 'page':
      case 'delta':
      case 'trail':
        return null;
    }
  }

  close(): void {
    this.#socket.close();
  }

  #say(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  #refuse(message: string): void {
    this.#say({ type: 'error', code: 'invalid_argument', message });
  }

  #receive(text: string): void {
    const events = this.#input.read(parsed(text));
    if (events === null) {
      this.#refuse('That message is not understood. There are input_mouse, input_keyboard and input_touch.');
      return;
    }
    if (events.length === 0) return;
    // Of a pointer's way only its end counts, so that a slow page is not behind for ever.
    if (isWay(events) && isWay(this.#waiting.at(-1) ?? [])) this.#waiting.pop();
    if (this.#waiting.length >= LIMITS.queuedCalls) {
      this.#refuse('Too much at once: some of it was left out.');
      return;
    }
    this.#waiting.push(events);
    if (!this.#isPerforming) void this.#performAll();
  }

  async #performAll(): Promise<void> {
    this.#isPerforming = true;
    // Whoever has gone takes nothing over any more.
    for (let events = this.#waiting.shift(); events !== undefined && !this.#isOver; events = this.#waiting.shift()) {
      try {
        await this.#perform(events);
      } catch (error) {
        const known = isAgentBrowserError(error);
        const code = known ? error.code : 'internal_error';
        this.#say({ type: 'error', code, message: known ? error.message : 'The server failed.' });
      }
    }
    this.#isPerforming = false;
  }

  async #perform(events: readonly PersonEvent[]): Promise<void> {
    // A pointer that only comes by wants nothing.
    if (this.#control !== 'you' && isWay(events)) return;
    clearTimeout(this.#resting);
    await this.#feed.takeOver(this);
    await this.#feed.input(this, events);
    if (this.#isOver) return;
    this.#resting = setTimeout(() => {
      this.#feed.giveBack(this).catch(() => this.close());
    }, LIMITS.takeOverMs).unref();
  }
}

function isWay(events: readonly PersonEvent[]): boolean {
  return events.length > 0 && events.every(({ kind }) => kind === 'move');
}

/** What is no JSON is no message either. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
