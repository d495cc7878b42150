/**
 * What a session is made with, and what its calls can be told.
 */
import { AgentBrowserError } from '../errors.ts';
import type { PlatformWish, ProfileWish } from '../identity/choose-profile.ts';
import type { SpatialDom, ViewOptions } from '../spatial/spatial-dom.ts';
import type { AuthDesk } from './auth-desk.ts';
import type { DialogPolicy } from './dialogs.ts';
import type { Behaviour } from './human-hand.ts';
import type { NetworkSettings } from './net-settings.ts';
import type { HttpCredentials } from './observed-fetcher.ts';
import type { Clock, HostSettings, PageHost } from './page-host.ts';
import type { Readiness } from './pipeline.ts';
import type { StorageState } from './storage-state.ts';

export interface SessionSettings extends NetworkSettings {
  readonly viewport: readonly [width: number, height: number];
  /** Such as 'Europe/Berlin'; without it that of the proxy's country, or UTC. */
  readonly timeZone?: string | undefined;
  /** The best first; without them those of the proxy's country, or American English. */
  readonly languages?: readonly string[] | undefined;
  /** Whether pages' scripts run. */
  readonly script: boolean;
  /** How alert, confirm and prompt are answered; they are dismissed unless this says otherwise. */
  readonly dialogs?: DialogPolicy;
  /** Whether actions are done as a person would, with movements and pauses, or at once, which is the default here. */
  readonly behaviour?: Behaviour;
  /** For servers that ask for a name and a password. */
  readonly httpCredentials?: HttpCredentials;
  /** What a session before this one had kept. */
  readonly storageState?: StorageState;
  /** The sign-in that navigations use which name none. */
  readonly auth?: string;
  /** Where sign-ins come from: one for all sessions of an engine. */
  readonly desk?: AuthDesk;
  /** For who the session appears to be and for the movements of a person: the same seed gives the same ones. */
  readonly seed?: number;
  /** Who the session appears to be, as far as it is not left to the seed. */
  readonly profile?: PlatformWish | ProfileWish | undefined;
  /** 'virtual' passes over time in which a page only waits for its timers. */
  readonly clock?: Clock;
  /** Whether natural sizes of images are fetched: the first bytes of each. */
  readonly images?: boolean;
  /** Whether callers may run script of their own in pages. */
  readonly allowEvaluate?: boolean;
}

/** Makes the place where documents live, at the start and after one was lost. */
export type CreateHost = (settings: HostSettings) => Promise<PageHost>;

/** Options as callers give them: a field that is not given may be there as `undefined`. */
export type StateOptions = { readonly [Key in keyof ViewOptions]?: ViewOptions[Key] | undefined };

export interface GotoOptions {
  readonly waitUntil?: Readiness | undefined;
  /** A sign-in: its session is restored, or it is signed in to before. */
  readonly auth?: string | undefined;
  /** `false`: the address is a model's or a page's idea, not the user's. */
  readonly trusted?: boolean | undefined;
}

/** A tab, and what is to be seen in it. */
export interface TabPage {
  readonly tab: number;
  readonly page: SpatialDom;
}

/** Without the fields that are there as `undefined` only. */
export function given(options: StateOptions): ViewOptions {
  const fields = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as ViewOptions;
}

/** For callers who did not say that they want it. */
export function noEvaluation(): AgentBrowserError {
  return new AgentBrowserError(
    'not_allowed',
    'This browser does not run script of its callers. Launch it with allowEvaluate: true if you want that.',
  );
}
