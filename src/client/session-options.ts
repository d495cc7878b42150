/**
 * What the methods of a session can be told, each beside its default.
 */
import type { ElementTarget, SessionEvent } from '../protocol/methods.ts';

/** For one call. */
export interface CallOptions {
  /** Deadline in milliseconds. The call rejects with `timeout` when it is over; the session stays usable. */
  readonly timeoutMs?: number;
  /** Cancels the call: it rejects with `cancelled` at once, the engine stops what it does, and the session stays usable. */
  readonly signal?: AbortSignal;
}

export interface GotoOptions extends CallOptions {
  /** A page at rest (the default), its load event, or nothing. */
  readonly waitUntil?: 'settled' | 'load' | 'none';
  /** A sign-in of the vault: its session is restored, or it is signed in to first. */
  readonly auth?: string;
  /**
   * `false` for an address that a model or a page made up: it opens no files of this machine, and reaches private networks
   * only where you opened the same host yourself before.
   */
  readonly trusted?: boolean;
}

export interface NewTabOptions extends CallOptions {
  /** Width and height in CSS pixels; the session's when not given. */
  readonly viewport?: readonly [width: number, height: number];
}

export interface StateOptions extends CallOptions {
  /**
   * What is on screen, or the whole page. When it is not given: what is on screen, in at most 2,000 tokens, and `more`
   * says how much there is besides.
   */
  readonly scope?: 'viewport' | 'page';
  /** Leave out plain text. */
  readonly interactiveOnly?: boolean;
  /** `true` adds every element with a `role` attribute: groups, lists and the like, which plain pages are told without. */
  readonly roles?: boolean;
  /** `false` leaves the boxes out; an answer then costs about a third less. Text with `interactiveOnly` has none unless asked. */
  readonly boxes?: boolean;
  /** The text form says where links lead, for about five tokens each. JSON always does. */
  readonly links?: boolean;
  /**
   * Whether the text form begins with title and address. When it is not given, it does where the answer before did not say
   * them: `goto()` and actions do.
   */
  readonly head?: boolean;
  /** A hard ceiling: the most relevant elements are kept, `more.omitted` counts the others. */
  readonly maxTokens?: number;
  /** The id of an element: what is around it is kept first. */
  readonly near?: number;
}

export type TextOptions = StateOptions;

export interface PictureOptions extends CallOptions {
  /** 'png' when it is not given, 'jpeg' when `quality` is. */
  readonly format?: 'png' | 'jpeg' | 'svg';
  /** What is on screen (the default), or the whole page as far as there is room. */
  readonly scope?: 'viewport' | 'page';
  /** 'light' when it is not given. */
  readonly theme?: 'light' | 'dark';
  /** Of a JPEG, from 0 to 100; 70 when it is not given. */
  readonly quality?: number;
  /** Makes a PNG or JPEG narrower than what it shows. */
  readonly width?: number;
}

export interface Picture {
  /** The file. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly type: 'image/png' | 'image/jpeg' | 'image/svg+xml';
}

export interface ClickOptions extends CallOptions {
  readonly button?: 'left' | 'middle' | 'right';
  readonly double?: boolean;
  /** Keys that are held down. */
  readonly modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift')[];
}

export interface TypeOptions extends CallOptions {
  /** Empty the field first. The default; `false` types behind what is there. */
  readonly clear?: boolean;
  /** Press Enter afterwards. */
  readonly submit?: boolean;
}

export interface ScrollOptions extends CallOptions {
  /** An element: the box around it that scrolls is scrolled instead of the page. */
  readonly within?: ElementTarget;
}

export interface PressOptions extends CallOptions {
  /** The element that gets the focus first. */
  readonly target?: ElementTarget;
}

export interface EventOptions extends Pick<CallOptions, 'signal'> {
  /** Only events with a higher `seq`. */
  readonly after?: number;
  /** Only these kinds. Every kind but `request`, of which there are many, when it is not given. */
  readonly kinds?: readonly SessionEvent['kind'][];
  /** Wait this long for the first one, in milliseconds; not at all when it is not given. */
  readonly waitMs?: number;
}
