/**
 * What was found of elements that match because of other elements, to see after a change which of them answer otherwise.
 *
 * A change inside an element can make an argument of :has() true of any element around it; a control can make its form
 * invalid, or another radio button of its group indeterminate. Either may style anything in there. Most changes do
 * nothing of the kind, so it is cheaper to ask again than to style again.
 *
 * Key: the element and the question. Answers are overwritten whenever the question is asked again.
 */
import { PARENT_NODE } from '../../html/node-keys.ts';
import {
  type DomElement,
  type DomNode,
  firstElementChild,
  nextElementSibling,
  parentElement,
} from '../../html/node-tree.ts';
import type { SelectorList, SimpleSelector } from './selector.ts';

export class AnswerRecord {
  readonly #has = new WeakMap<DomElement, Map<SelectorList, boolean>>();
  readonly #controls = new Map<DomElement, Map<SimpleSelector, boolean>>();

  noteHas(element: DomElement, selectors: SelectorList, isTrue: boolean): void {
    note(this.#has, element, selectors, isTrue);
  }

  noteControl(element: DomElement, test: SimpleSelector, isTrue: boolean): void {
    note(this.#controls, element, test, isTrue);
  }

  /** Nothing that was asked before counts any more. */
  clear(): void {
    this.#controls.clear();
  }

  /** The controls, forms and fieldsets that answer otherwise now. `ask` notes the new answer. */
  changedControls(document: DomNode, ask: (element: DomElement, test: SimpleSelector) => boolean): DomElement[] {
    const changed: DomElement[] = [];
    for (const [element, answers] of [...this.#controls]) {
      if (!isIn(element, document)) this.#controls.delete(element);
      else if (answersOtherwise(answers, (test) => ask(element, test))) changed.push(element);
    }
    return changed;
  }

  /**
   * The elements around changed ones of which :has() is something else now.
   *
   * @param seesSiblings whether an argument looks at what follows an element, and not only at what is in it.
   * @param ask notes the new answer.
   */
  changedAround(
    elements: readonly DomElement[],
    seesSiblings: boolean,
    ask: (element: DomElement, selectors: SelectorList) => boolean,
  ): DomElement[] {
    const asked = new Set<DomElement>();
    const changed: DomElement[] = [];
    const check = (element: DomElement): void => {
      if (asked.has(element)) return;
      asked.add(element);
      const answers = this.#has.get(element);
      if (answers !== undefined && answersOtherwise(answers, (selectors) => ask(element, selectors))) {
        changed.push(element);
      }
    };
    const checkChildren = (parent: DomNode): void => {
      for (let at = firstElementChild(parent); at !== null; at = nextElementSibling(at)) check(at);
    };
    const visited = new Set<DomElement>();
    for (const element of elements) {
      if (seesSiblings) checkChildren(element);
      for (let at: DomElement | null = element; at !== null && !visited.has(at); at = parentElement(at)) {
        visited.add(at);
        check(at);
        const parent = at[PARENT_NODE];
        if (seesSiblings && parent !== null) checkChildren(parent);
      }
    }
    return changed;
  }
}

interface Answers<Question> {
  get(element: DomElement): Map<Question, boolean> | undefined;
  set(element: DomElement, answers: Map<Question, boolean>): unknown;
}

function note<Question>(record: Answers<Question>, element: DomElement, question: Question, isTrue: boolean): void {
  const answers = record.get(element);
  if (answers === undefined) record.set(element, new Map([[question, isTrue]]));
  else answers.set(question, isTrue);
}

/** Asks every question, so that all answers are those of now. */
function answersOtherwise<Question>(
  answers: ReadonlyMap<Question, boolean>,
  ask: (question: Question) => boolean,
): boolean {
  let isOtherwise = false;
  for (const [question, before] of [...answers]) if (ask(question) !== before) isOtherwise = true;
  return isOtherwise;
}

function isIn(element: DomElement, document: DomNode): boolean {
  let at: DomNode | null = element;
  while (at !== null && at !== document) at = at[PARENT_NODE];
  return at !== null;
}
