/**
 * One tab of a session: where it is, what the agent was shown of it, and the hand that acts on it.
 *
 * Tabs share cookies and storage. Each has an isolate of its own, and moves only while it is the current one.
 */
import type { CaptchaWatch } from './captcha.ts';
import type { Hand } from './human-hand.ts';
import type { Navigator } from './navigate.ts';
import type { TabIds } from './told-ids.ts';
import type { View } from './view.ts';

export interface Tab {
  readonly id: number;
  readonly navigator: Navigator;
  readonly view: View;
  readonly hand: Hand;
  readonly captcha: CaptchaWatch;
  readonly ids: TabIds;
  /** The tab whose page opened it; `null` for one that the caller made. */
  readonly opener: number | null;
  /** What the opener's page calls it. */
  readonly name: string;
}

/** A tab as callers see it. */
export interface TabInfo {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly current: boolean;
  readonly opener?: number;
}
