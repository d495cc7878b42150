/**
 * BroadcastChannel: messages to everybody who listens to the same name.
 *
 * HTML §9.5 https://html.spec.whatwg.org/#broadcasting-to-other-browsing-contexts
 *
 * Differs: a session has one window, so those who listen are in the same document.
 */
import { documentOrigin } from '../document-address.ts';
import { domException } from '../dom/dom-exception.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { append, bareArray, removeAt } from '../primordials.ts';
import { cloneValue } from '../structured-clone.ts';
import { defineHandlers, EventTargetClass, exposeClass } from './web-class.ts';

const open = bareArray<BroadcastChannel>();

export class BroadcastChannel extends EventTargetClass {
  readonly #name: string;
  #isClosed = false;

  constructor(name: unknown) {
    super();
    this.#name = `${name}`;
    append(open, this);
  }

  get name(): string {
    return this.#name;
  }
  postMessage(message: unknown): void {
    if (this.#isClosed) throw domException('InvalidStateError', 'Channel is closed');
    const origin = documentOrigin();
    const data = cloneValue(message);
    for (let at = 0; at < open.length; at++) {
      const other = open[at]!;
      if (other === this || other.#name !== this.#name) continue;
      queueTask(() => {
        if (other.#isClosed) return;
        dispatchTrusted(other, createEvent('MessageEvent', 'message', { data: cloneValue(data), origin }));
      });
    }
  }
  close(): void {
    this.#isClosed = true;
    for (let at = open.length - 1; at >= 0; at--) if (open[at] === this) removeAt(open, at);
  }
}

defineHandlers(BroadcastChannel, ['message', 'messageerror']);
exposeClass('BroadcastChannel', BroadcastChannel);
