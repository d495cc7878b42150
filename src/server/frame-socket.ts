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
  /** Inputs come one after the other, in the order in which they were made. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(request: IncomingMessage, socket: Duplex, head: Buffer, { feed, protocol, onClose }: FrameSocketPort) {
    this.#feed = feed;
    this.#socket = new WebSocketEnd(request, socket, head, {
      protocol,
      maxBytes: LIMITS.liveMessageBytes,
      heartbeatMs: LIMITS.heartbeatMs,
      onMessage: (text) => this.#receive(text),
      onClose: () => {
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
    if (this.#waiting >= LIMITS.queuedCalls) {
      this.#refuse('Too much at once: some of it was left out.');
      return;
    }
    this.#waiting++;
    this.#last = this.#last
      .then(() => this.#perform(events))
      .catch((error: unknown) => {
        const known = isAgentBrowserError(error);
        const code = known ? error.code : 'internal_error';
        this.#say({ type: 'error', code, message: known ? error.message : 'The server failed.' });
      })
      .finally(() => {
        this.#waiting--;
      });
  }

  async #perform(events: readonly PersonEvent[]): Promise<void> {
    // A pointer that only comes by wants nothing.
    if (this.#control !== 'you' && events.every(({ kind }) => kind === 'move')) return;
    clearTimeout(this.#resting);
    await this.#feed.takeOver(this);
    await this.#feed.input(this, events);
    this.#resting = setTimeout(() => {
      this.#feed.giveBack(this).catch(() => this.close());
    }, LIMITS.takeOverMs).unref();
  }
}

/** What is no JSON is no message either. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
