/**
 * What crosses between a page's realm and its host: types of JSON values, and two words.
 *
 * The realm writes, isolate/bridge.ts checks every field again: a page may have written them.
 */
import type { Profile } from '../identity/profile.ts';
import type { PageCommand } from './network/commands.ts';
import type { RealmPost } from './workers/realm-posts.ts';

/** A document to open, already decoded. */
export interface DocumentConfig {
  readonly url: string;
  readonly contentType: string;
  readonly encoding: string;
  readonly referrer: string;
  /** Whether the page's scripts run. */
  readonly scripting: boolean;
  /** Whether natural sizes of images are asked for; not when it is not given. */
  readonly images?: boolean;
  readonly profile: Profile;
  /** What the session's preferences are; a light screen when it is not given. */
  readonly environment?: PageEnvironment;
  /** 'virtual': the host passes over time in which nothing happens, and dates follow. 'real' when it is not given. */
  readonly clock?: 'real' | 'virtual';
  /** Wall-clock time at which the document's clock reads zero. */
  readonly timeOrigin: number;
  /** Whether the profile's time zone or language is another than the process's. */
  readonly isElsewhere?: boolean;
  /** The Refresh header's value. */
  readonly refresh?: string;
  /** Where the document stands in its session's history; alone when it is not said. */
  readonly history?: DocumentHistory;
  /** Policies that came with the document: each with whether it only reports. */
  readonly csp?: readonly (readonly [text: string, isReportOnly: boolean])[];
  /** Ids of elements begin behind this number; at 1 when it is not given. */
  readonly idsAfter?: number;
  /** Where the document of a frame stands; the engine realm says it, not the host. */
  readonly frame?: FramePlace;
}

/** What a session may change while a document is open. The viewport is the page's own: frames have another. */
export interface PageEnvironment {
  readonly viewport: readonly [width: number, height: number];
  readonly colorScheme: 'light' | 'dark';
  readonly reducedMotion: boolean;
  readonly media: 'screen' | 'print';
}

/** The document of a frame, among the frames of its page (engine/frame-tree.ts). */
export interface FramePlace {
  /** The host's number for the realm. */
  readonly realm: number;
  readonly navigable: number;
  /** As it is shown to others; 'null' where it has none. */
  readonly origin: string;
  /** What relative addresses are relative to, where the document's own address does not say it. */
  readonly base: string | null;
  readonly name: string;
  /** Its origin is one that no other document has. */
  readonly isSandboxed: boolean;
}

/** What the engine realm has to tell the host about frames. */
export type FrameNews =
  /** A navigable is to go elsewhere: JSON of a FrameNavigation, in the name of a realm's document. */
  | { readonly kind: 'navigate'; readonly navigable: number; readonly from: number; readonly navigation: string }
  /** The empty document of a new frame was made for whoever looked into it. */
  | { readonly kind: 'blank'; readonly realm: number; readonly navigable: number; readonly parent: number }
  /** The document in this realm is over. */
  | { readonly kind: 'closed'; readonly realm: number }
  /** The frame element is gone. */
  | { readonly kind: 'end'; readonly navigable: number };

/** A document that was opened in a frame: its realm, its origin as others see it, and the realm of the document around it. */
export interface OpenedFrame {
  readonly realm: number;
  readonly origin: string;
  readonly parent: number;
}

/** Where a frame is to go: to an address, or to markup that stands in the document around it. */
export interface FrameNavigation extends PageNavigation {
  readonly srcdoc: string | null;
}

/** A navigation of a frame, or of the page by one of its frames; every field checked. */
export interface FrameDeparture {
  readonly navigable: number;
  /** The realm of the document that wants it: 0 is the page's. */
  readonly from: number;
  readonly navigation: FrameNavigation;
}

/** What one frame's document wants, as a TurnReport has it for the page's. */
export interface FrameReport extends Pick<TurnReport, 'requests' | 'navigation' | 'url' | 'events' | 'commands'> {
  readonly realm: number;
  readonly navigable: number;
}

/** What happened among the frames of a page in one turn. */
export interface FrameActivity {
  readonly reports: readonly FrameReport[];
  readonly departures: readonly FrameDeparture[];
  /** Empty documents that were made, with the realms whose origin and address they have. */
  readonly blanks: readonly { readonly realm: number; readonly parent: number }[];
  /** Realms whose documents are over. */
  readonly closed: readonly number[];
  /** Navigables that are gone. */
  readonly ended: readonly number[];
}

/** The entries of a document, and how many of other documents there are around them. */
export interface DocumentHistory {
  readonly entries: readonly (readonly [url: string, state: string])[];
  readonly at: number;
  readonly before: number;
  readonly after: number;
  /** What was kept of the document when it was left. */
  readonly persisted?: PersistedState;
}

/** How far the window was scrolled, and what controls held: a text that only the document's own realm reads. */
export interface PersistedState {
  readonly left: number;
  readonly top: number;
  readonly controls: string;
}

/** Of an image, only its natural size is answered. */
export type RequestDestination = 'style' | 'script' | 'image' | 'fetch';

/** The page asks for a resource. */
export interface PageRequest {
  readonly id: number;
  readonly url: string;
  readonly destination: RequestDestination;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  /** HTML: the CORS settings attribute. Without it, another origin is asked without CORS. */
  readonly cors?: CorsSetting;
  /** What the bytes must be, as an integrity attribute says it. */
  readonly integrity?: string;
  /** What the page lets it tell; what the document's header says when it is not given. */
  readonly referrerPolicy?: string;
  /** The style sheet, module or worker that asks, where it is not the document. */
  readonly referrer?: string;
  /** The encoding that the element says a script has, where its server says none. */
  readonly charset?: string;
  readonly as?: ScriptUse;
  /** Nothing waits for it: it may come after what is urgent. */
  readonly isLate?: boolean;
  /** A worker of the document asks; the host says it, not the realm. */
  readonly isOfWorker?: boolean;
}

/** Scripts that are always UTF-8: modules, and what a worker begins with. */
export type ScriptUse = 'module' | 'worker';

export type CorsSetting = 'anonymous' | 'use-credentials';

/** The host's answer; `error` where there is none. */
export interface PageResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly error: string | null;
}

/** The page wants to be somewhere else. */
export interface PageNavigation {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly contentType: string | null;
  /** As base64: what is posted; of a `blob:` address, the content, whose type is `contentType`. */
  readonly body: string | null;
  readonly replace: boolean;
  /** The name under which a link wants it saved. */
  readonly download?: string;
  /** What the page lets it tell; what the document's header says when it is empty or not given. */
  readonly referrerPolicy?: string;
}

/** What a document can have too much of. The realm tells which, once; the host says it in its own words. */
export type DocumentLimit = 'nodes' | 'markup' | 'timers' | 'requests' | 'frames';

/** Something that the page said or did wrong. */
export interface PageEvent {
  readonly kind: 'console' | 'error' | 'budget_exceeded';
  readonly message: string;
}

/** A module's text that the host has to compile; it answers with what the module imports. */
export interface ModuleCompile {
  /** The module map's number for it. */
  readonly id: number;
  /** The request that fetched it; `null` when `code` has the text. */
  readonly request: number | null;
  readonly code: string;
  readonly url: string;
  readonly type: ModuleType;
}

export type ModuleType = 'javascript' | 'json' | 'css';

/** A script that the host has to evaluate before anything else of the page runs. */
export interface ScriptRun {
  /** Given back with `scriptDone`. */
  readonly id: number;
  /** The request that fetched it; `null` when `code` has the text. */
  readonly request: number | null;
  readonly code: string;
  readonly url: string;
  /** The number of a module whose graph is there; `null` for classic scripts. */
  readonly module: number | null;
}

/** The state of a document after one turn of its event loop. */
export interface TurnReport {
  readonly run: ScriptRun | null;
  readonly modules: readonly ModuleCompile[];
  /** Another turn would do something now. */
  readonly ready: boolean;
  /** When the next timer is due, on the document's clock; `null` without timers. */
  readonly dueMs: number | null;
  /** Parsing, or waiting for what holds up the load event. */
  readonly loading: boolean;
  /** Grows with every change of the document. */
  readonly version: number;
  readonly requests: readonly PageRequest[];
  /** The newest wish; earlier ones of the same turn are given up, as browsers do. */
  readonly navigation: PageNavigation | null;
  /** The document's address after pushState, replaceState or a change of the fragment. */
  readonly url: string | null;
  readonly events: readonly PageEvent[];
  /** What the page's network, storage and history want, in order. */
  readonly commands: readonly PageCommand[];
  /** What the realm says to other realms of the document; left out where that is nothing. */
  readonly posts?: readonly RealmPost[];
  /** Left out on pages without frames. */
  readonly frames?: FrameActivity;
}

/** The channel of what the host says unasked: `leave`, `traverse` with a distance, `environment` (window/environment.ts). */
export const HOST_CHANNEL = 0;
/** The channel of what other realms of the document say (workers/port-ends.ts). */
export const REALM_CHANNEL = -1;

/** What the host tells a channel of the page (network/inbox.ts); bytes change hands. */
export interface HostMessage {
  readonly id: number;
  readonly kind: string;
  readonly head: string;
  readonly data: string | ArrayBuffer;
}

/** Keys that are held down while something else is done. */
export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

/** A file that an agent gives to a page. */
export interface InputFile {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

/** Where an element is hit: shares of what shows of it, its middle when it is not said. */
export type Place = readonly [x: number, y: number];

/** Keys and buttons go down and come up again; with a phase, one of both happens. */
export type PressPhase = 'down' | 'up';

/** What an agent does to an element, which it names by id. */
export type PageInput =
  | {
      readonly kind: 'click';
      readonly id: number;
      readonly button?: 'left' | 'middle' | 'right';
      readonly count?: 1 | 2;
      readonly modifiers?: readonly Modifier[];
      readonly place?: Place;
      readonly phase?: PressPhase;
    }
  | { readonly kind: 'hover'; readonly id: number; readonly place?: Place }
  /** Brings an element into view and tells where it would be hit: `at x y`. */
  | { readonly kind: 'aim'; readonly id: number; readonly place: Place }
  /** The pointer goes to a point of the viewport. */
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  /** A button goes down or comes up at a point of the viewport, whatever lies there. */
  | {
      readonly kind: 'point';
      readonly phase: PressPhase;
      readonly x: number;
      readonly y: number;
      readonly button: 'left' | 'middle' | 'right';
      readonly count: 1 | 2;
      readonly modifiers: readonly Modifier[];
    }
  /** The wheel turns at a point of the viewport, by pixels. */
  | { readonly kind: 'wheel'; readonly x: number; readonly y: number; readonly dx: number; readonly dy: number }
  | { readonly kind: 'focus'; readonly id: number }
  /** `byKeys`: the field gets the focus and is emptied, and the keys follow, when the outcome is `ready`. */
  | {
      readonly kind: 'type';
      readonly id: number;
      readonly text: string;
      readonly clear: boolean;
      readonly byKeys?: boolean;
      readonly place?: Place;
    }
  /** The options with these values or labels, and no others. */
  | { readonly kind: 'select'; readonly id: number; readonly values: readonly string[] }
  | { readonly kind: 'check'; readonly id: number; readonly checked: boolean; readonly place?: Place }
  /** By pixels, or by shares of what shows; the page itself without an id. */
  | {
      readonly kind: 'scroll';
      readonly id: number | null;
      readonly x: number;
      readonly y: number;
      readonly unit: 'px' | 'view';
    }
  | { readonly kind: 'drag'; readonly id: number; readonly to: number }
  | { readonly kind: 'upload'; readonly id: number; readonly files: readonly InputFile[] }
  /** A key on the element with the focus, by its name in KeyboardEvent.key. */
  | {
      readonly kind: 'key';
      readonly key: string;
      readonly modifiers?: readonly Modifier[];
      readonly phase?: PressPhase;
    };

/**
 * How the input went: an element may be gone, be none that takes text, not show, be switched off, have no such option, or
 * lie below another one. That one is told by its id, 0 where it has none, and its name.
 */
export type InputOutcome =
  | 'done'
  | 'ready'
  | `at ${number} ${number}`
  | 'not_found'
  | 'not_editable'
  | 'not_visible'
  | 'disabled'
  | 'no_option'
  | `covered ${number} ${string}`;

/** What the host sees of every entry that came to its end; see sealed-entries.ts. */
export const ENTRY_DONE = 'done';
/** The answer of an entry that failed: our own bug, or a stack that the page had used up. */
export const ENTRY_FAILED = 'failed';
/** The frames of the error by which the host sees that an unused realm has emptied itself; see unused-realm.ts. */
export const REALM_EMPTIED = '    at <emptied>';
