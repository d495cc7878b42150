/**
 * `new Image()`, `new Option()`, `new Audio()`: constructors of elements under a name of their own.
 *
 * WebIDL §3.7.2 (legacy factory functions), HTML §4.8.3, §4.8.9, §4.10.10.
 */
import { OWNER_DOCUMENT } from '../../html/node-keys.ts';
import { defineProperty } from '../primordials.ts';
import { setAttributeValue } from './attribute-list.ts';
import { createElementNode, createTextNode, HTML_NAMESPACE, type PageNode } from './create-node.ts';
import { stateOf } from './element-state.ts';
import { calledWithoutNew, prototypeOf } from './interfaces.ts';
import { insertBefore } from './tree.ts';

type Fill = (element: PageNode, args: readonly unknown[]) => void;

function makeConstructor(
  name: string,
  tag: string,
  interfaceName: string,
  document: () => PageNode,
  fill: Fill,
): unknown {
  const make = function (this: unknown, ...args: unknown[]): PageNode {
    if (new.target === undefined) throw new TypeError(calledWithoutNew(name, true));
    const element = createElementNode(document(), HTML_NAMESPACE, tag);
    fill(element, args);
    return element;
  };
  defineProperty(make, 'name', { value: name, configurable: true });
  defineProperty(make, 'prototype', { value: prototypeOf(interfaceName), writable: false });
  return make;
}

const fillImage: Fill = (image, [width, height]) => {
  if (width !== undefined) setAttributeValue(image, 'width', `${Number(width) >>> 0}`);
  if (height !== undefined) setAttributeValue(image, 'height', `${Number(height) >>> 0}`);
};

const fillOption: Fill = (option, [text, value, defaultSelected, selected]) => {
  if (text !== undefined && `${text}` !== '') {
    insertBefore(option, createTextNode(option[OWNER_DOCUMENT]!, `${text}`), null);
  }
  if (value !== undefined) setAttributeValue(option, 'value', `${value}`);
  if (defaultSelected) setAttributeValue(option, 'selected', '');
  // The fourth argument speaks of now, the third of the attribute.
  if (selected) stateOf(option).selected = true;
  else if (defaultSelected) stateOf(option).selected = false;
};

const fillAudio: Fill = (audio, [source]) => {
  setAttributeValue(audio, 'preload', 'auto');
  if (source !== undefined) setAttributeValue(audio, 'src', `${source}`);
};

export function eachNamedConstructor(document: () => PageNode, visit: (name: string, value: unknown) => void): void {
  visit('Image', makeConstructor('Image', 'img', 'HTMLImageElement', document, fillImage));
  visit('Option', makeConstructor('Option', 'option', 'HTMLOptionElement', document, fillOption));
  visit('Audio', makeConstructor('Audio', 'audio', 'HTMLAudioElement', document, fillAudio));
}
