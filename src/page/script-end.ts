/**
 * Whether the scripts of this document are over: it has used up the script time of its navigation.
 *
 * From then on no code of the page is called: no script, listener, timer, frame callback, observer or reaction of a custom
 * element. The tree stays as it is, the parser and style sheets come to their ends, and what people do has its default action.
 */
let isOver = false;

export function isScriptOver(): boolean {
  return isOver;
}

export function setScriptOver(): void {
  isOver = true;
}
