/**
 * Sensors, IdleDetector and CaptureController on a machine that has no sensor and whose person has not been asked: objects
 * are made, and what starts them says no.
 *
 * Generic Sensor §7 https://www.w3.org/TR/generic-sensor/, Orientation Sensor §6, Idle Detection §2,
 * Screen Capture §4, Captured Surface Control §4
 */
import { domException } from '../dom/dom-exception.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { promised, rejectedWith, resolvedWith } from '../network/promises.ts';
import { hasTransientActivation } from '../user-activation.ts';
import { defineBehaviour, defineLater, type LiveRecord, lazyEvent } from '../window/lazy-interfaces.ts';
import { type Args, dictionaryOf, failedTo, givenOf, oneOf } from './answers.ts';

const SENSORS = 'Accelerometer LinearAccelerationSensor GravitySensor Gyroscope';
const ORIENTATIONS = 'AbsoluteOrientationSensor RelativeOrientationSensor';

function sensorOf(name: string) {
  return (args: Args): LiveRecord => {
    const where = `Failed to construct '${name}': `;
    const { referenceFrame } = dictionaryOf(args[0], where, 'SpatialSensorOptions');
    oneOf(referenceFrame, 'device screen', where, ['referenceFrame', 'SpatialSensorOptions', 'LocalCoordinateSystem']);
    return { activated: false, hasReading: false, timestamp: null, x: null, y: null, z: null, quaternion: null };
  };
}

const MATRIX = '(DOMMatrix or Float32Array or Float64Array)';

/** Orientation Sensor §6.1: without a reading there is nothing to put into the matrix. */
function populateMatrix(args: Args): never {
  const where = failedTo('populateMatrix', 'OrientationSensor');
  const target = args[0] as { readonly length?: unknown };
  const isMatrix = target instanceof (globalThis as unknown as { DOMMatrix: new () => object }).DOMMatrix;
  if (!isMatrix && !(target instanceof Float32Array) && !(target instanceof Float64Array)) {
    throw new TypeError(`${where}The provided value is not of type '${MATRIX}'.`);
  }
  if (!isMatrix && Number(target.length) < 16) {
    throw new TypeError(`${where}Target buffer must have at least 16 elements.`);
  }
  throw domException('NotReadableError', `${where}Sensor data is not available.`);
}

function defineSensors(): void {
  defineBehaviour('Sensor', {
    // "connect to sensor" finds none: the state is 'idle' again when the page hears of it.
    start(this: LiveRecord, _args: Args, self: object) {
      if (this['%starting'] === true) return;
      this['%starting'] = true;
      queueTask(() => {
        if (this['%starting'] !== true) return;
        this['%starting'] = false;
        const error = domException('NotReadableError', 'Could not connect to a sensor');
        dispatchTrusted(self, lazyEvent('SensorErrorEvent', 'error', { error }));
      });
    },
    stop(this: LiveRecord) {
      this['%starting'] = false;
    },
  });
  defineBehaviour('OrientationSensor', { populateMatrix });
  for (const name of `${SENSORS} ${ORIENTATIONS}`.split(' ')) defineBehaviour(name, { construct: sensorOf(name) });
}

const MINIMUM_THRESHOLD = 60_000;

function defineIdleDetection(): void {
  defineBehaviour('IdleDetector', {
    construct: (): LiveRecord => ({ userState: null, screenState: null }),
    requestPermission: () => {
      if (hasTransientActivation()) return resolvedWith('denied');
      const why = 'Must be handling a user gesture to show a permission request.';
      return rejectedWith(domException('NotAllowedError', failedTo('requestPermission', 'IdleDetector') + why));
    },
    start: (args: Args) =>
      promised(() => {
        const { threshold } = givenOf(args[0]);
        if (threshold !== undefined && !(Number(threshold) >= MINIMUM_THRESHOLD)) {
          throw new TypeError(`${failedTo('start', 'IdleDetector')}Minimum threshold is 1 minute.`);
        }
        throw domException('NotAllowedError', 'Idle detection permission denied');
      }),
  });
}

const FOCUS = 'focus-capturing-application focus-captured-surface no-focus-change';

/** Nothing is ever captured, as before `getDisplayMedia()` has been called. */
function defineCaptureController(): void {
  const idle = () => rejectedWith(domException('InvalidStateError', 'getDisplayMedia() not called yet.'));
  defineBehaviour('CaptureController', {
    construct: (): LiveRecord => ({ zoomLevel: null }),
    setFocusBehavior: (args: Args) => {
      const where = failedTo('setFocusBehavior', 'CaptureController');
      if (FOCUS.split(' ').includes(`${args[0]}`)) return;
      const what = `The provided value '${args[0]}' is not a valid enum value of type CaptureStartFocusBehavior.`;
      throw new TypeError(where + what);
    },
    getSupportedZoomLevels: () => {
      const where = failedTo('getSupportedZoomLevels', 'CaptureController');
      throw domException('InvalidStateError', `${where}Not actively capturing.`);
    },
    forwardWheel: () => rejectedWith(domException('InvalidStateError', 'Invalid capture.')),
    increaseZoomLevel: idle,
    decreaseZoomLevel: idle,
    resetZoomLevel: idle,
  });
}

export function installSensors(): void {
  defineLater(`Sensor OrientationSensor ${SENSORS} ${ORIENTATIONS}`, defineSensors);
  defineLater('IdleDetector', defineIdleDetection);
  defineLater('CaptureController', defineCaptureController);
}
