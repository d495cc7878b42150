/**
 * Which element a caller means: by id, by CSS selector, or by role and name.
 *
 * In:  what the caller gave. Out: an id. No element is `element_not_found`, never a guess; several with the same role and
 *      name are an error that lists them.
 */
import { AgentBrowserError, ElementNotFoundError } from '../errors.ts';
import { elementRole } from '../spatial/element-role.ts';
import { cleanText } from '../spatial/page-text.ts';
import type { SpatialElement } from '../spatial/spatial-dom.ts';
import type { Navigator } from './navigate.ts';

export type Target = number | SelectorTarget | RoleTarget;

export interface SelectorTarget {
  readonly selector: string;
}

export interface RoleTarget {
  readonly role: string;
  /** The accessible name or text; the whole of it, upper and lower case alike. */
  readonly name?: string | undefined;
}

/** As it is shown in results and errors. */
export function describeTarget(target: Target): string {
  if (typeof target === 'number') return String(target);
  if ('selector' in target) return `'${target.selector.slice(0, 100)}'`;
  return target.name === undefined ? target.role : `${target.role} '${target.name.slice(0, 100)}'`;
}

export async function resolveTarget(target: Target, navigator: Navigator): Promise<number> {
  if (typeof target === 'number') return target;
  const id = await findTarget(target, navigator);
  if (id !== null) return id;
  throw new AgentBrowserError(
    'element_not_found',
    `There is no element ${describeTarget(target)} in the page. Call state() and choose again.`,
  );
}

/** `null` when there is none. */
export async function findTarget(target: SelectorTarget | RoleTarget, navigator: Navigator): Promise<number | null> {
  if ('selector' in target) return navigator.withPage((host) => host.find(target.selector));
  const page = await navigator.withPage((host) => host.view({ scope: 'page' }));
  const found = page.els.filter((element) => matchesRole(element, target));
  if (found.length > 1) throw severalFound(target, found);
  return found[0]?.id ?? null;
}

export function matchesRole(element: SpatialElement, { role, name }: RoleTarget): boolean {
  if (elementRole(element) !== role) return false;
  if (name === undefined) return true;
  // Names of Chrome's tools may have glyphs of icon fonts, which are not in ours.
  const wanted = cleanText(name).toLowerCase();
  return [element.name, element.text, element.ph].some((text) => text?.toLowerCase() === wanted);
}

function severalFound(target: RoleTarget, found: readonly SpatialElement[]): AgentBrowserError {
  const ids = found.slice(0, 10).map(({ id }) => id);
  return new AgentBrowserError(
    'invalid_argument',
    `${found.length} elements are ${describeTarget(target)}: ${ids.join(', ')}. Name one by its id.`,
  );
}

/** What an action says about an element that is not there. */
export function notFound(target: Target, id: number, isEarlier: boolean): AgentBrowserError {
  if (typeof target === 'number' && isEarlier) {
    const what = `Element ${id} was told before this page was opened, and is not in it.`;
    return new ElementNotFoundError(id, `${what} Call state() and choose again.`);
  }
  return typeof target === 'number'
    ? new ElementNotFoundError(id)
    : new AgentBrowserError(
        'element_not_found',
        `Element ${describeTarget(target)} went away. Call state() and choose again.`,
      );
}
