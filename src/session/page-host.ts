/**
 * What a session needs of the place where documents live. isolate-host.ts provides it on top of an isolate.
 *
 * Everything that crosses is plain data. The page says what it wants; the session decides what it gets.
 */
import type { Profile } from '../identity/profile.ts';
import type { HostCall } from '../isolate/host-calls.ts';
import type { PolicyText } from '../page/csp/policy.ts';
import type {
  DocumentHistory,
  FrameActivity,
  HostMessage,
  InputOutcome,
  OpenedFrame,
  PageEnvironment,
  PageEvent,
  PageInput,
  PageNavigation,
  PageRequest,
  PageResponse,
} from '../page/messages.ts';
import type { PageCommand } from '../page/network/commands.ts';
import type { EmitOptions, SpatialDom } from '../spatial/spatial-dom.ts';
import type { DocumentIds } from './told-ids.ts';

/** A document to open, already decoded. */
export interface HostDocument {
  readonly url: string;
  readonly html: string;
  /** Whether `html` is all of it; otherwise the rest comes with `feed`. */
  readonly isWhole: boolean;
  readonly contentType: string;
  readonly encoding: string;
  readonly referrer: string;
  /** The Refresh header's value. */
  readonly refresh?: string | undefined;
  readonly history: DocumentHistory;
  /** Policies that came with it. */
  readonly csp?: readonly PolicyText[];
  /** `false`: its scripts do not run, whatever the session wants. */
  readonly script?: false | undefined;
  /** Answers questions that the page waits for. */
  readonly call: HostCall;
}

/** What the document is doing, after everything that could run has run. */
export interface Activity {
  /** Parsing, or waiting for what holds up the load event. */
  readonly isLoading: boolean;
  /** Whether something could run right now: the turn ended because its time was up. */
  readonly isRunnable: boolean;
  /** Grows with every change of the document. */
  readonly version: number;
  /** Milliseconds until the next timer; `null` when there is none. */
  readonly nextTimerMs: number | null;
  /** New since the last time. */
  readonly requests: readonly PageRequest[];
  readonly navigation: PageNavigation | null;
  /** The document's new address, when its script or a fragment changed it. */
  readonly url: string | null;
  readonly events: readonly PageEvent[];
  readonly commands: readonly PageCommand[];
  /** What happened in frames, one for each turn in which something did. */
  readonly frames?: readonly FrameActivity[];
}

/** A document for a frame. */
export interface HostFrame {
  readonly navigable: number;
  readonly url: string;
  readonly html: string;
  readonly contentType: string;
  readonly encoding: string;
  readonly referrer: string;
  /** It has the origin of the document around it. */
  readonly inherits: boolean;
  readonly csp?: readonly PolicyText[];
}

/** What a host is made for. */
export interface HostSettings {
  readonly profile: Profile;
  readonly script: boolean;
  /** 'virtual' passes over time in which nothing happens; 'real' is the default. */
  readonly clock?: Clock;
  /** Whether natural sizes of images are fetched. */
  readonly images?: boolean;
  /** What documents are shown on from now on; a light screen of the profile's size when it is not given. */
  readonly environment?: () => PageEnvironment;
  /** Which ids documents give; each begins at 1 when it is not given. */
  readonly ids?: DocumentIds;
}

export type Clock = 'real' | 'virtual';

/** One row of every element's border box. */
export interface HostBox {
  readonly tag: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly hasBox: boolean;
}

/** Methods reject with `script_timeout` or `out_of_memory` when a page used up its budget. */
export interface PageHost {
  /** Makes ahead what the next document needs. */
  prepare?(): Promise<void>;
  /** The same, when it is not known whether there will be one. */
  prepareNext?(): Promise<void>;
  /** False when the isolate is gone, after which nothing works any more. */
  readonly alive: boolean;
  /** Starts a document in place of the current one. */
  open(document: HostDocument): Promise<void>;
  /** Tells the document and its frames that `environment` gives something else now. */
  changeEnvironment?(): Promise<void>;
  /** Hands over more of a document that was opened before it was whole. */
  feed(text: string, isLast: boolean): Promise<void>;
  /** Opens a document in a frame; `null` when there is no room. */
  openFrame?(frame: HostFrame): Promise<OpenedFrame | null>;
  /** The document of a frame could not be had. */
  failFrame?(navigable: number): Promise<void>;
  /** The realm of the document that an element is in: 0 is the page's own, -1 for an element that is not there. */
  realmOfElement?(id: number): Promise<number>;
  /** Hands over the answer to a request. */
  respond(id: number, response: PageResponse): Promise<void>;
  /** Hands over a message for a channel of the page. */
  deliver(message: HostMessage): Promise<void>;
  /** Runs what can run: tasks, timers that are due. Bounded by the script budget. */
  run(): Promise<Activity>;
  /** Whether the document's time passes without waiting. */
  readonly passesOver?: boolean;
  /** Lets the document's time pass without waiting; `false` where time is real. */
  skip?(ms: number): boolean;
  /** Does to an element what a person would. */
  input(input: PageInput): Promise<InputOutcome>;
  /** What there is to see; the version is the session's to set. */
  view(options: EmitOptions): Promise<Omit<SpatialDom, 'version'>>;
  boxes(): Promise<readonly HostBox[]>;
  /** The id of the first element that matches a CSS selector; `null` for none. */
  find(selector: string): Promise<number | null>;
  /** The markup of the first element that matches a CSS selector, of the document where it is empty. */
  html(selector: string): Promise<string | null>;
  /** The readable content as Markdown. */
  read(): Promise<string>;
  /** The value of an expression in the page. */
  evaluate(source: string): Promise<string | number | boolean | null>;
  dispose(): void;
}
