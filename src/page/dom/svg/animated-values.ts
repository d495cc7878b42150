/**
 * The objects behind SVG's attributes that have a 'baseVal' and an 'animVal' of their own: lists, angles, rectangles.
 *
 * In:  what gives the two. Out: an object of the interface.
 *
 * Differs: nothing is animated, so that both have the same value; what 'animVal' gives refuses to be changed.
 */
import { create, weakGet, weakSet } from '../../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject } from '../../window/lazy-interfaces.ts';
import { defineInterface, defineMembers, prototypeOf } from '../interfaces.ts';
import { defineAngles } from './angles.ts';
import { defineNumberValues } from './number-values.ts';
import { defineListBehaviour, listObject, type ValueList } from './value-list.ts';

/** Gives the object of 'baseVal', or that of 'animVal', which cannot be changed. */
export type Values = (isReadOnly: boolean) => object;

/** Interfaces that nothing else gives objects of are filled when one is used; these two are there from the start. */
const EAGER = ['SVGAnimatedRect', 'SVGAnimatedTransformList'];
const LATE = ['SVGAnimatedNumberList', 'SVGAnimatedLengthList', 'SVGAnimatedAngle', 'SVGAnimatedPreserveAspectRatio'];
const VALUES = '%values';
const eager = new WeakMap<object, Values>();

export function listValues(list: ValueList, prototype: object | null = null): Values {
  return (isReadOnly) => listObject(list, isReadOnly, prototype);
}

/** An object of one of the interfaces that are filled when they are used. */
export function lateAnimated(interfaceName: string, values: Values): object {
  return liveObject(interfaceName, { [VALUES]: values });
}

/** An object of one of the others. */
export function eagerAnimated(interfaceName: string, values: Values): object {
  const object = create(prototypeOf(interfaceName)) as object;
  weakSet(eager, object, values);
  return object;
}

function valuesOf(object: object): Values {
  const values = weakGet(eager, object);
  if (values === undefined) throw new TypeError('Illegal invocation');
  return values;
}

function defineLateValues(): void {
  for (const name of LATE) {
    defineBehaviour(name, {
      baseVal(this: LiveRecord) {
        return (this[VALUES] as Values)(false);
      },
      animVal(this: LiveRecord) {
        return (this[VALUES] as Values)(true);
      },
    });
  }
  defineListBehaviour('SVGLengthList');
  defineNumberValues();
  defineAngles();
}

export function installAnimatedValues(): void {
  for (const name of EAGER) {
    defineInterface(name, null);
    defineMembers<object>(name, {
      get baseVal(): object {
        return valuesOf(this)(false);
      },
      get animVal(): object {
        return valuesOf(this)(true);
      },
    });
  }
  const lists = 'SVGNumberList SVGPointList SVGStringList SVGLengthList';
  const values = 'SVGNumber SVGPoint SVGRect SVGAngle SVGPreserveAspectRatio';
  defineLater(`${LATE.join(' ')} ${lists} ${values}`, defineLateValues);
}
