/**
 * The Spatial DOM: the public contract of what an agent sees.
 *
 * Short keys, a flat list in reading order, and only what a person could perceive: interactive elements and visible
 * text. Fields that say nothing are left out, because every one of them costs tokens.
 */

/** `[x, y, width, height]` in whole CSS pixels, page coordinates. */
export type Bounds = readonly [x: number, y: number, width: number, height: number];

/** One element. Absent fields are 'not so' or 'none'. */
export interface SpatialElement {
  /** Belongs to the element for the life of its document; never told for another one in the same session. */
  readonly id: number;
  /** Local name of the element, e.g. `button`. */
  readonly tag: string;
  /** ARIA role, where the tag does not already say it. */
  readonly role?: string;
  /** Visible text. */
  readonly text?: string;
  /** Accessible name, where it differs from the text. */
  readonly name?: string;
  /** Placeholder. */
  readonly ph?: string;
  /** Current value of a control. Never that of a password field. */
  readonly val?: string;
  /** Link target: relative to the page where that is shorter. */
  readonly href?: string;
  /** Input type, where it is not `text`. */
  readonly type?: string;
  /** Heading level. */
  readonly level?: number;
  readonly checked?: boolean | 'mixed';
  readonly selected?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean | 'mixed';
  readonly disabled?: true;
  readonly required?: true;
  readonly readonly?: true;
  readonly invalid?: true;
  readonly focused?: true;
  readonly current?: string;
  /** Limits of a value, where the element says them. */
  readonly min?: number;
  readonly max?: number;
  /** Cut off by a box around it, such as a closed menu: it can be seen when that is opened. Only in `scope: 'page'`. */
  readonly clipped?: true;
  /** Options of a select: their labels. */
  readonly options?: readonly string[];
  /** Takes clicks, though neither tag nor role says so: something listens on it, or the pointer shows it. */
  readonly clickable?: true;
  /** Where it is. Left out of answers to calls that said `boxes: false`. */
  readonly b: Bounds;
}

/** Elements that an answer leaves out. */
export interface SpatialRest {
  /** Of the page above the viewport, and below it or beside it. */
  readonly above?: number;
  readonly below?: number;
  /** Left out to stay within `maxTokens`. */
  readonly omitted?: number;
}

/** The whole page, or as much of it as was asked for. */
export interface SpatialDom {
  readonly url: string;
  readonly title: string;
  /** Viewport width and height. */
  readonly vp: readonly [number, number];
  /** Scroll offset of the page. */
  readonly scroll: readonly [number, number];
  /** Grows with every answer of the session; deltas name the version they apply to. */
  readonly version: number;
  /** How much there is besides `els`; absent when that is all. */
  readonly more?: SpatialRest;
  readonly els: readonly SpatialElement[];
}

/** Fields of an element that changed. A field that is gone is `null`. */
export type SpatialChange = { readonly id: number } & {
  readonly [Key in Exclude<keyof SpatialElement, 'id'>]?: SpatialElement[Key] | null;
};

/** What an action changed. Applied to the state of version `from`, it gives exactly the state of version `version`. */
export interface SpatialDelta {
  readonly delta: true;
  readonly from: number;
  readonly version: number;
  /** Present when they changed. */
  readonly url?: string;
  readonly title?: string;
  readonly vp?: readonly [number, number];
  readonly scroll?: readonly [number, number];
  readonly more?: SpatialRest | null;
  readonly added?: readonly SpatialElement[];
  readonly changed?: readonly SpatialChange[];
  /** Elements that moved together and kept their size: the distance in x and y, then their ids. */
  readonly moved?: readonly (readonly number[])[];
  readonly removed?: readonly number[];
  /**
   * Where elements are that are not where one would look for them: kept ones in their old order, then added ones. Each list
   * is the id of an element, 0 for the beginning, and the ids that come right behind it.
   */
  readonly order?: readonly (readonly number[])[];
}

export interface EmitOptions {
  /** Only what is in the viewport, or the whole page. */
  readonly scope?: 'viewport' | 'page';
  readonly interactiveOnly?: boolean;
  /** With every element that has a `role` attribute, also groups and lists, which are told by what is in them otherwise. */
  readonly roles?: boolean;
  /** With what a drawing needs besides; see drawn-page.ts. */
  readonly drawing?: boolean;
}

/** How much of a page an agent is shown. */
export interface ViewOptions extends EmitOptions {
  /** `false` leaves the boxes out, which saves about a third. The text form has none with `interactiveOnly`. */
  readonly boxes?: boolean;
  /** The text form says where links lead. */
  readonly links?: boolean;
  /** Whether the text form says title and address; otherwise it does when the answer before did not. */
  readonly head?: boolean;
  /** A hard ceiling for the whole answer: the most relevant elements are kept. */
  readonly maxTokens?: number;
  /** The element whose surroundings matter most. */
  readonly near?: number;
}
