/**
 * Puts the interfaces on the window that few pages use. What they do is defined when a page first uses them.
 */
import { createImageBitmap } from '../canvas/offscreen.ts';
import { installTimingMembers } from '../window/timing-members.ts';
import type { WindowPort } from '../window/window-parts.ts';
import { installClipboardItems } from './clipboard-items.ts';
import { installCloseWatchers } from './close-watcher.ts';
import { installCodecs } from './codecs.ts';
import { installCookieStore } from './cookie-store.ts';
import { installEditContexts } from './edit-context.ts';
import { installErrorKinds } from './error-kinds.ts';
import { installFetchLater } from './fetch-later.ts';
import { installFurtherMembers } from './further-members.ts';
import { installGeometryMakers } from './geometry-makers.ts';
import { installHighlights } from './highlights.ts';
import { installIceCandidates } from './ice-candidates.ts';
import { installMediaRecorder } from './media-recorder.ts';
import { installMediaSources } from './media-source.ts';
import { installObservables } from './observable-operators.ts';
import { installPayments } from './payments.ts';
import { installRangeMembers } from './range-members.ts';
import { installRefusedApis } from './refused-apis.ts';
import { installRegistrationManagers } from './registration-managers.ts';
import { installRigidTransforms } from './rigid-transforms.ts';
import { installSanitizer } from './sanitizer.ts';
import { installScrollTimelines } from './scroll-timelines.ts';
import { installSensors } from './sensors.ts';
import { installSpeechRecognition } from './speech-recognition.ts';
import { installTaskControllers } from './task-controller.ts';
import { installTextLengths } from './text-lengths.ts';
import { installTextTracks } from './text-tracks.ts';
import { installUrlPattern } from './url-pattern.ts';
import { installWebSocketStream } from './web-socket-stream.ts';
import { installWorklets } from './worklets.ts';

export function installRareApis(port: WindowPort): void {
  installRefusedApis(port);
  installPayments();
  installSpeechRecognition();
  installCookieStore(port);
  installTaskControllers();
  installHighlights();
  installCloseWatchers();
  installClipboardItems();
  installObservables();
  installUrlPattern();
  installWebSocketStream();
  installFetchLater(port);
  installCodecs();
  installEditContexts();
  installSanitizer();
  installScrollTimelines();
  installTextLengths();
  installGeometryMakers();
  installFurtherMembers();
  installRangeMembers();
  installTimingMembers();
  installWorklets();
  installTextTracks();
  installSensors();
  installRigidTransforms();
  installRegistrationManagers();
  installMediaSources();
  installMediaRecorder();
  installIceCandidates();
  installErrorKinds();
  port.expose('createImageBitmap', (image: unknown, ...rest: unknown[]) =>
    image === undefined && rest.length === 0 ? createImageBitmap() : createImageBitmap(image, ...rest),
  );
}
