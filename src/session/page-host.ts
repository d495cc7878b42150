/**
 * What a session needs of the place where documents live. isolate-host.ts provides it on top of an isolate.
 *
 * Everything that crosses is plain data. The page says what it wants; the session decides what it gets.
 */
import type { Destination } from '../identity/request-headers.ts';
import type { EmitOptions, SpatialDom } from '../spatial/spatial-dom.ts';

/** A document to open, already decoded. */
export interface HostDocument {
  readonly url: string;
  readonly html: string;
  readonly contentType: string;
  readonly encoding: string;
  readonly referrer: string;
}

/** The page asks for a resource. */
export interface HostRequest {
  readonly id: number;
  readonly url: string;
  readonly destination: Exclude<Destination, 'document'>;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
}

/** The answer to a request. `error` is set when there is none, and then nothing else counts. */
export interface HostResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly error: string | null;
}

/** The page wants to be somewhere else. */
export interface HostNavigation {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly contentType: string | null;
  readonly body: string | null;
  readonly replace: boolean;
}

export interface HostEvent {
  readonly kind: 'console' | 'script_error' | 'budget_exceeded';
  readonly message: string;
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
  readonly requests: readonly HostRequest[];
  readonly navigation: HostNavigation | null;
  readonly events: readonly HostEvent[];
}

/** One row of every element's border box. */
export interface HostBox {
  readonly tag: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly hasBox: boolean;
}

export interface TypeText {
  readonly text: string;
  readonly clear: boolean;
  readonly submit: boolean;
}

/** Methods reject with `script_timeout` or `out_of_memory` when a page used up its budget. */
export interface PageHost {
  /** False when the isolate is gone, after which nothing works any more. */
  readonly alive: boolean;
  /** Starts a document in place of the current one. */
  open(document: HostDocument): Promise<void>;
  /** Hands over the answer to a request. */
  respond(id: number, response: HostResponse): Promise<void>;
  /** Runs what can run: tasks, timers that are due. Bounded by the script budget. */
  run(): Promise<Activity>;
  /** Dispatches the events of a click. False when the document has no such element. */
  click(id: number): Promise<boolean>;
  type(id: number, input: TypeText): Promise<boolean>;
  /** What there is to see; the version is the session's to set. */
  view(options: EmitOptions): Promise<Omit<SpatialDom, 'version'>>;
  boxes(): Promise<readonly HostBox[]>;
  dispose(): void;
}
