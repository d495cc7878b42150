/**
 * The one place where navigations begin, so that 'navigate' events are told of all of them.
 *
 * In:  where the page wants to be, and how to get there. Out: the way is gone, or not (navigation.ts decides).
 *
 * HTML §7.2.6.10.4 https://html.spec.whatwg.org/#navigate-event-firing
 */

export interface NavigationAttempt {
  readonly type: 'push' | 'replace' | 'reload' | 'traverse';
  readonly url: string;
  /** The document stays. */
  readonly isSameDocument: boolean;
  /** Only the fragment differs. */
  readonly isHashChange: boolean;
  /** The entries that a POST sends; `null` otherwise. */
  readonly formData: object | null;
  /** The place of the entry that is gone to; `null` for new ones. */
  readonly index: number | null;
  /** The link, the button or the form that it comes from; `null` for others. */
  readonly source: object | null;
  /** Does what the page wants. */
  commit(): void;
}

/** What the navigation that begins now comes from. */
let currentSource: object | null = null;

export function withSource(source: object, begin: () => void): void {
  currentSource = source;
  try {
    begin();
  } finally {
    currentSource = null;
  }
}

let runAttempt: (attempt: NavigationAttempt) => void = (attempt) => attempt.commit();

export function setAttemptRunner(run: (attempt: NavigationAttempt) => void): void {
  runAttempt = run;
}

/** Without what is said otherwise, an attempt to leave for another document. */
export function attemptNavigation(
  url: string,
  type: NavigationAttempt['type'],
  commit: () => void,
  more: Partial<Pick<NavigationAttempt, 'isSameDocument' | 'isHashChange' | 'formData' | 'index'>> = {},
): void {
  const { isSameDocument = false, isHashChange = false, formData = null, index = null } = more;
  const source = currentSource;
  currentSource = null;
  runAttempt({ url, type, isSameDocument, isHashChange, formData, index, source, commit });
}
