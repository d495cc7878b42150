/**
 * Functions of the geometry's interface objects that make things of dictionaries and lists.
 *
 * Geometry Interfaces 1 §3 to §6 https://www.w3.org/TR/geometry-1/
 */
import { DOMRect } from '../geometry.ts';
import { DOMMatrix, DOMMatrixReadOnly, DOMPoint, matrixFrom } from '../geometry-matrix.ts';
import { nativeMethod } from '../native-look.ts';
import { viewName } from '../network/bytes.ts';
import { copyArray, defineProperty } from '../primordials.ts';
import { failedTo, givenOf } from './answers.ts';

type Maker = (args: ArrayLike<unknown>) => object;

/** Before the classes are put on the window as functions, which take over what stands on them. */
function put(object: object, name: string, length: number, make: Maker): void {
  const value = nativeMethod(name, length, (_, args) => make(args), null);
  defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

function fromArray(Matrix: new (init: unknown) => object, type: string, on: string): Maker {
  return (args) => {
    if (viewName(args[0]) !== type) {
      throw new TypeError(`${failedTo(`from${type}`, on)}parameter 1 is not of type '${type}'.`);
    }
    return new Matrix(copyArray(args[0] as ArrayLike<unknown>));
  };
}

export function installGeometryMakers(): void {
  put(DOMRect, 'fromRect', 0, (args) => {
    const { x = 0, y = 0, width = 0, height = 0 } = givenOf(args[0]);
    return new DOMRect(x, y, width, height);
  });
  put(DOMPoint, 'fromPoint', 0, (args) => {
    const { x = 0, y = 0, z = 0, w = 1 } = givenOf(args[0]);
    return new DOMPoint(x, y, z, w);
  });
  put(DOMMatrix, 'fromMatrix', 0, (args) => matrixFrom(DOMMatrix, args[0]));
  for (const type of ['Float32Array', 'Float64Array']) {
    put(DOMMatrixReadOnly, `from${type}`, 1, fromArray(DOMMatrixReadOnly, type, 'DOMMatrixReadOnly'));
    put(DOMMatrix, `from${type}`, 1, fromArray(DOMMatrix, type, 'DOMMatrix'));
  }
}
