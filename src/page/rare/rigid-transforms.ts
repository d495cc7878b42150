/**
 * XRRigidTransform and XRRay: places and directions in space, which need no device.
 *
 * WebXR Device §10.1 https://www.w3.org/TR/webxr/#xrrigidtransform-interface, WebXR Hit Test §6 (XRRay)
 */
import { domException } from '../dom/dom-exception.ts';
import { isFiniteNumber } from '../primordials.ts';
import { defineBehaviour, defineLater, type LiveRecord, liveObject, liveRecord } from '../window/lazy-interfaces.ts';
import { type Args, givenOf } from './answers.ts';

/** x, y, z, w */
type Four = readonly [number, number, number, number];

const { sqrt, hypot } = Math;
const ORIGIN: Four = [0, 0, 0, 1];

function pointOf(value: unknown, otherwise: Four): Four {
  const { x = otherwise[0], y = otherwise[1], z = otherwise[2], w = otherwise[3] } = givenOf(value);
  return [Number(x), Number(y), Number(z), Number(w)];
}

function pointObject(point: Four): object {
  const { DOMPointReadOnly } = globalThis as unknown as { DOMPointReadOnly: new (...parts: number[]) => object };
  return new DOMPointReadOnly(...point);
}

/** "multiply": one rotation behind another. */
function product(p: Four, q: Four): Four {
  return [
    p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
    p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
    p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
    p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
  ];
}

function rotated(point: Four, by: Four): Four {
  const [x, y, z] = product(product(by, [point[0], point[1], point[2], 0]), [-by[0], -by[1], -by[2], by[3]]);
  return [x, y, z, point[3]];
}

/** "obtain the matrix": column by column. */
function matrixOf([px, py, pz]: Four, [x, y, z, w]: Four): Float32Array {
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    [px, py, pz, 1],
  ];
  return new Float32Array(columns.flat());
}

function transformRecord(position: Four, orientation: Four, inverse: object | null): LiveRecord {
  return {
    position: pointObject(position),
    orientation: pointObject(orientation),
    matrix: matrixOf(position, orientation),
    '%position': position,
    '%orientation': orientation,
    '%inverse': inverse,
  };
}

const TRANSFORM = "Failed to construct 'XRRigidTransform': ";

function transformOf(args: Args): LiveRecord {
  for (let at = 0; at < 2; at++) {
    const given = args[at];
    if (given === undefined || given === null || typeof given === 'object') continue;
    throw new TypeError(`${TRANSFORM}The provided value is not of type 'DOMPointInit'.`);
  }
  const position = pointOf(args[0], ORIGIN);
  const turned = pointOf(args[1], ORIGIN);
  // Step 2: positions have a w of 1.
  if (position[3] !== 1) throw new TypeError(`${TRANSFORM}W component of position must be 1.0`);
  for (const part of [...position, ...turned]) {
    if (isFiniteNumber(part)) continue;
    throw new TypeError(`${TRANSFORM}Position and Orientation must consist of only finite values`);
  }
  // Step 6: "normalize".
  const length = hypot(...turned);
  if (length === 0) throw domException('InvalidStateError', `${TRANSFORM}Orientation's length cannot be 0`);
  const [x, y, z, w] = turned;
  return transformRecord(position, [x / length, y / length, z / length, w / length], null);
}

/** "inverse": the one whose inverse this is. */
function inverseOf(record: LiveRecord, self: object): object {
  if (record['%inverse'] === null) {
    const [x, y, z, w] = record['%orientation'] as Four;
    const back: Four = [-x, -y, -z, w];
    const [px, py, pz] = record['%position'] as Four;
    const [ox, oy, oz] = rotated([-px, -py, -pz, 1], back);
    record['%inverse'] = liveObject('XRRigidTransform', transformRecord([ox, oy, oz, 1], back, self));
  }
  return record['%inverse'] as object;
}

const RAY = "Failed to construct 'XRRay': ";

/** "obtain the matrix of an XRRay": the turn from -z to the direction, and the way from the origin. */
function rayMatrix(origin: Four, [x, y, z]: Four): Float32Array {
  // The cosine of the angle between them; close to half a turn the axis is that of x.
  const cosine = -z;
  if (cosine <= -1) return matrixOf(origin, [1, 0, 0, 0]);
  if (cosine >= 1) return matrixOf(origin, ORIGIN);
  // Half of the angle about the axis that both are at right angles to: (0, 0, -1) × direction.
  const length = sqrt(y * y + x * x);
  const half = sqrt((1 - cosine) / 2) / length;
  return matrixOf(origin, [y * half, -x * half, 0, sqrt((1 + cosine) / 2)]);
}

function rayRecord(origin: Four, direction: Four): LiveRecord {
  const [x, y, z] = direction;
  const length = hypot(x, y, z);
  if (length === 0) throw new TypeError(`${RAY}Unable to normalize vector of length 0.`);
  const single = Math.fround;
  const normal: Four = [single(x / length), single(y / length), single(z / length), 0];
  return { origin: pointObject(origin), direction: pointObject(normal), matrix: rayMatrix(origin, normal) };
}

function rayOf(args: Args): LiveRecord {
  const transform = liveRecord(args[0], 'XRRigidTransform');
  if (transform !== null) {
    return rayRecord(transform['%position'] as Four, rotated([0, 0, -1, 0], transform['%orientation'] as Four));
  }
  const given = args[0];
  if (given !== undefined && given !== null && typeof given !== 'object') {
    throw new TypeError(`${RAY}Overload resolution failed.`);
  }
  const origin = pointOf(given, ORIGIN);
  const direction = pointOf(args[1], [0, 0, -1, 0]);
  if (origin[3] !== 1) throw new TypeError(`${RAY}Origin's \`w\` component must be set to 1.0f!`);
  if (direction[3] !== 0) throw new TypeError(`${RAY}Direction's \`w\` component must be set to 0.0f!`);
  return rayRecord(origin, direction);
}

export function installRigidTransforms(): void {
  defineLater('XRRigidTransform', () =>
    defineBehaviour('XRRigidTransform', {
      construct: transformOf,
      inverse(this: LiveRecord, _args: Args, self: object) {
        return inverseOf(this, self);
      },
    }),
  );
  defineLater('XRRay', () => defineBehaviour('XRRay', { construct: rayOf }));
}
