/**
 * navigator.permissions: what Chrome gives without asking, and what it would ask a person for, who says no.
 *
 * Permissions §5 https://www.w3.org/TR/permissions/
 */
import { domException } from '../dom/dom-exception.ts';
import { defineInterface, defineMembers } from '../dom/interfaces.ts';
import { promised } from '../network/promises.ts';
import { hasWord } from '../primordials.ts';
import { failedTo, givenOf } from '../rare/answers.ts';
import { defineRecordInterface, makeRecord } from '../record-objects.ts';
import { addNavigatorObject, defineHandlersOf } from './navigator-object.ts';

/** Names of permissions, with those that Chrome's statuses have for them where they are others. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  __proto__: null as never,
  accelerometer: 'sensors',
  'background-fetch': 'background_fetch',
  'background-sync': 'background_sync',
  camera: 'video_capture',
  'captured-surface-control': '',
  'clipboard-read': 'clipboard_read',
  'clipboard-write': 'clipboard_write',
  'display-capture': 'display_capture',
  geolocation: '',
  gyroscope: 'sensors',
  'idle-detection': 'idle_detection',
  'keyboard-lock': '',
  'local-fonts': 'local_fonts',
  'local-network': '',
  'local-network-access': '',
  'loopback-network': '',
  magnetometer: 'sensors',
  microphone: 'audio_capture',
  midi: '',
  notifications: '',
  'payment-handler': 'payment_handler',
  'periodic-background-sync': 'periodic_background_sync',
  'persistent-storage': 'durable_storage',
  'pointer-lock': '',
  push: 'notifications',
  'screen-wake-lock': 'screen_wake_lock',
  'storage-access': '',
  'window-management': '',
};

/** What Chrome gives without asking, and what it never gives to a page that is not installed. */
const GRANTED =
  ' accelerometer background-fetch background-sync clipboard-write gyroscope keyboard-lock magnetometer payment-handler ' +
  'pointer-lock screen-wake-lock storage-access ';
const DENIED = ' periodic-background-sync ';

/** Names that Chrome knows and has nothing for. */
const WITHOUT: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'ambient-light-sensor': 'GenericSensorExtraClasses flag is not enabled.',
  fullscreen: 'Fullscreen Permission only supports allowWithoutGesture:true.',
  nfc: 'Web NFC is not enabled.',
  'speaker-selection': 'The Speaker Selection API is not enabled.',
  'top-level-storage-access': 'The requested origin is invalid.',
  'web-app-installation': 'The Web App Install API is not enabled.',
};

const WHERE = failedTo('query', 'Permissions');

function statusOf(descriptor: unknown): object {
  const given = givenOf(descriptor);
  const name = `${given['name']}`;
  if (WITHOUT[name] !== undefined) throw new TypeError(WHERE + WITHOUT[name]);
  const shown = PERMISSIONS[name];
  if (shown === undefined) {
    const what = `The provided value '${name}' is not a valid enum value of type PermissionName.`;
    throw new TypeError(`${WHERE}Failed to read the 'name' property from 'PermissionDescriptor': ${what}`);
  }
  if (name === 'push' && !given['userVisibleOnly']) {
    const why = "Push Permission without userVisibleOnly:true isn't supported yet.";
    throw domException('NotSupportedError', WHERE + why);
  }
  const state = hasWord(GRANTED, name) ? 'granted' : hasWord(DENIED, name) ? 'denied' : 'prompt';
  return makeRecord('PermissionStatus', { name: shown === '' ? name : shown, state });
}

export function installPermissions(): void {
  defineRecordInterface('PermissionStatus', 'EventTarget', ['name', 'state']);
  defineHandlersOf('PermissionStatus', ['change']);
  defineInterface('Permissions', null);
  defineMembers<object>('Permissions', {
    query(descriptor: unknown): Promise<object> {
      return promised(() => statusOf(descriptor));
    },
  });
  addNavigatorObject('permissions', 'Permissions');
}
