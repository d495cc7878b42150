/**
 * What the live view and the server say to each other over their WebSocket: one JSON object a message.
 *
 * Both sides import this file. What comes from a browser is checked with `clientMessage` in live-socket.ts.
 */
import type { PersonEvent } from '../protocol/live-methods.ts';
import type { SessionEvent } from '../protocol/methods.ts';
import type { DrawnPage } from '../spatial/drawn-page.ts';
import type { SpatialDelta } from '../spatial/spatial-dom.ts';

export interface LiveStep {
  readonly seq: number;
  readonly rev: number;
  readonly name: string;
  readonly by: 'agent' | 'person';
  readonly state: 'running' | 'done' | 'failed';
  readonly at: number;
  readonly ms: number;
  readonly error?: string;
  readonly el?: number;
}

export interface LiveTab {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly current: boolean;
}

export interface LiveSession {
  readonly id: string;
}

export type ServerMessage =
  | { readonly type: 'sessions'; readonly sessions: readonly LiveSession[] }
  | { readonly type: 'page'; readonly page: DrawnPage }
  | { readonly type: 'delta'; readonly delta: SpatialDelta }
  | {
      readonly type: 'picture';
      readonly data: string;
      readonly vp: DrawnPage['vp'];
      readonly scroll: DrawnPage['scroll'];
    }
  | { readonly type: 'trail'; readonly points: readonly number[] }
  | {
      readonly type: 'status';
      readonly control: 'agent' | 'person' | 'you';
      readonly isBusy: boolean;
      readonly tabs: readonly LiveTab[];
      readonly steps: readonly LiveStep[];
      readonly events: readonly SessionEvent[];
    }
  | { readonly type: 'ended' }
  | { readonly type: 'error'; readonly code: string; readonly message: string };

export type ClientMessage =
  | { readonly type: 'watch'; readonly sessionId: string }
  | { readonly type: 'unwatch' }
  | { readonly type: 'view'; readonly state: 'collapsed' | 'expanded' }
  | { readonly type: 'take_over' }
  | { readonly type: 'give_back' }
  | { readonly type: 'input'; readonly events: readonly PersonEvent[] };

/** What is shown beside the page. */
export const WATCHED_EVENTS = [
  'navigation',
  'console',
  'error',
  'request',
  'request_failed',
  'budget_exceeded',
  'dialog',
  'popup',
  'download',
  'auth_pending',
  'captcha_pending',
] as const;
