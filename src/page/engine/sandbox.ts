/**
 * What a frame's 'sandbox' attribute leaves a document.
 *
 * HTML §7.1.5 https://html.spec.whatwg.org/#sandboxing
 */

export interface Sandbox {
  readonly isOn: boolean;
  /** The document has an origin of its own, which no other has. */
  readonly isOpaque: boolean;
  readonly scripts: boolean;
  readonly forms: boolean;
  readonly popups: boolean;
  readonly topNavigation: boolean;
}

const OPEN: Sandbox = {
  isOn: false,
  isOpaque: false,
  scripts: true,
  forms: true,
  popups: true,
  topNavigation: true,
};

/** "parse a sandboxing directive"; what is around a document takes from it as well. */
export function parseSandbox(value: string | null, around: Sandbox = OPEN): Sandbox {
  if (value === null) return around;
  const words = new Set(value.toLowerCase().split(/[\t\n\f\r ]+/));
  return {
    isOn: true,
    isOpaque: around.isOpaque || !words.has('allow-same-origin'),
    scripts: around.scripts && words.has('allow-scripts'),
    forms: around.forms && words.has('allow-forms'),
    popups: around.popups && words.has('allow-popups'),
    topNavigation:
      around.topNavigation &&
      (words.has('allow-top-navigation') || words.has('allow-top-navigation-by-user-activation')),
  };
}
