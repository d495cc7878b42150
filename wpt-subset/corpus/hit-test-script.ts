/**
 * What runs in Chromium's page to tell what is at a point. Text, because it is sent to the browser as it stands.
 */

/** Where an agent would click, and which elements of the document that may be. */
export interface Aim {
  /** Places in the document's list of elements; -1 where Chrome has no such element. All of them have to be hit. */
  readonly at: readonly number[];
  /** In the coordinates of a page that was not scrolled. */
  readonly x: number;
  readonly y: number;
  readonly isOnScreen: boolean;
}

/** All boxes: two answers that are the same mean that the page is still. */
export const SHAPE = `[...document.querySelectorAll('*')].map((el) => JSON.stringify(el.getBoundingClientRect())).join()`;

/** Keeps the elements with their places, and gives their tags. */
export const PREPARE = `(() => {
  globalThis.hitElements = [...document.querySelectorAll('*')];
  globalThis.hitPlaces = hitElements.map((el) => {
    const { x, y } = el.getBoundingClientRect();
    return [x + scrollX, y + scrollY];
  });
  return hitElements.map((el) => el.localName);
})()`;

/** For each aim whether it hits, and what is there. */
export const HIT_TEST = `(aims) => {
  // What lets the pointer through, as disabled controls often do, is reached when nothing else lies above it.
  const letsThrough = (hit, el) => getComputedStyle(el).pointerEvents === 'none' && hit.contains(el);
  const isPartOf = (hit, el) => el.contains(hit) || hit.closest('label')?.control === el || letsThrough(hit, el);
  const nameOf = (el) => (el === null ? 'nothing' : el.localName + (el.id ? '#' + el.id : '') + ' ' + el.className);
  // Elements of the same kind in the same place: the one that shows is meant.
  const shown = (index) => hitElements[index].checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // What is positioned may stay where it is while what it belongs to is scrolled: each aim finds the page as it was.
  let moved = [];
  const putBack = () => moved.forEach(([el, left, top]) => el.scrollTo({ left, top, behavior: 'instant' }));
  const around = (el) => (el === null ? [] : [[el, el.scrollLeft, el.scrollTop], ...around(el.parentElement)]);
  return aims.map(({ at: all, x, y, isOnScreen }) => {
    putBack();
    if (all.includes(-1)) return [false, 'no such element'];
    const at = all.some(shown) ? all.filter(shown) : all;
    const inner = hitElements[at.at(-1)];
    moved = around(inner);
    // What moved with the element when it was scrolled to, our point moves as well.
    if (isOnScreen && x < innerWidth && y < innerHeight) scrollTo({ left: 0, top: 0, behavior: 'instant' });
    else inner.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const rect = inner.getBoundingClientRect();
    const [x0, y0] = hitPlaces[at.at(-1)];
    const hit = document.elementFromPoint(x + rect.x - x0, y + rect.y - y0);
    return [hit !== null && at.every((index) => isPartOf(hit, hitElements[index])), nameOf(hit)];
  });
}`;
