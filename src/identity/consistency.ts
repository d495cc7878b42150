/**
 * What cannot be together in one profile: each contradiction is something that a site could find.
 *
 * In:  a profile. Out: nothing, or `inconsistent_profile`, which names two fields and says what to do about them.
 */
import { AgentBrowserError } from '../errors.ts';
import { PLATFORMS, type Profile, userAgentOf } from './profile.ts';

/** Two fields of a profile, what is wrong with them, and what can be done. */
export interface Contradiction {
  readonly fields: readonly [string, string];
  readonly what: string;
  readonly remedy: string;
}

type Rule = (profile: Profile, handshakeVersion: number | undefined) => Contradiction | null;

function contradiction(first: string, second: string, what: string, remedy: string): Contradiction {
  return { fields: [first, second], what, remedy };
}

/** Words that browsers put behind Chrome's own. */
const OTHER_BROWSERS = /\b(?:Edg|OPR|Vivaldi|YaBrowser|Whale|Headless|Mobile|Electron)\w*/;
const ARM_GPUS = /Qualcomm|Adreno|Snapdragon/;
/** What the schema of the protocol takes, too. */
const MOST_CORES = 256;

const RULES: readonly Rule[] = [
  ({ majorVersion }, handshakeVersion) =>
    handshakeVersion === undefined || handshakeVersion === majorVersion
      ? null
      : contradiction(
          'majorVersion',
          'identity',
          `the handshake is that of Chrome ${handshakeVersion}, and the profile says ${majorVersion}`,
          'Leave majorVersion out',
        ),
  ({ userAgent, majorVersion }) =>
    /Chrome\/(\d+)/.exec(userAgent)?.[1] === String(majorVersion)
      ? null
      : contradiction(
          'userAgent',
          'majorVersion',
          `the user agent does not say Chrome/${majorVersion}`,
          'Leave userAgent out, or write the version into it',
        ),
  ({ userAgent, platformName }) =>
    userAgent.includes(`(${PLATFORMS[platformName].userAgent})`)
      ? null
      : contradiction(
          'userAgent',
          'platform',
          `Chrome's user agent on ${platformName} has '(${PLATFORMS[platformName].userAgent})'`,
          'Leave userAgent out, or name the platform that it is of',
        ),
  ({ userAgent, platformName, majorVersion }) => {
    const usual = userAgentOf(platformName, majorVersion);
    const rest = userAgent.startsWith(usual) ? userAgent.slice(usual.length) : null;
    return rest !== null && (rest === '' || rest.startsWith(' ')) && !OTHER_BROWSERS.test(rest)
      ? null
      : contradiction(
          'userAgent',
          'majorVersion',
          `Chrome ${majorVersion} on ${platformName} says '${usual}', and its client hints name no other browser, version or phone`,
          'Leave userAgent out; words of your own may stand behind it',
        );
  },
  ({ platform, platformName }) =>
    platform === PLATFORMS[platformName].platform
      ? null
      : contradiction(
          'platform',
          'platformName',
          `navigator.platform is '${PLATFORMS[platformName].platform}' on ${platformName}, not '${platform}'`,
          'Name the platform only',
        ),
  ({ platformVersion, platformName }) =>
    PLATFORMS[platformName].version.test(platformVersion)
      ? null
      : contradiction(
          'platformVersion',
          'platform',
          `'${platformVersion}' is no version of ${platformName} in client hints`,
          platformName === 'Linux' ? 'Leave platformVersion out' : "Write three numbers, such as '15.0.0'",
        ),
  ({ architecture, platformName }) =>
    PLATFORMS[platformName].architectures.includes(architecture)
      ? null
      : contradiction(
          'architecture',
          'platform',
          `Chrome for ${platformName} is not made for '${architecture}'`,
          'Leave architecture out',
        ),
  ({ gpu, platformName }) =>
    PLATFORMS[platformName].renderer.test(gpu.renderer)
      ? null
      : contradiction(
          'gpu',
          'platform',
          `'${gpu.renderer}' is not what Chrome draws with on ${platformName}`,
          'Leave gpu out, or take strings of a Chrome on that platform',
        ),
  ({ gpu, architecture }) =>
    /Apple M\d/.test(gpu.renderer) && architecture !== 'arm'
      ? contradiction('gpu', 'architecture', "Apple's M chips are 'arm'", "Say architecture: 'arm', or another gpu")
      : null,
  ({ gpu, architecture, platformName }) =>
    platformName !== 'Windows' || (architecture === 'arm') === ARM_GPUS.test(gpu.renderer)
      ? null
      : contradiction(
          'gpu',
          'architecture',
          `'${gpu.renderer}' is not in machines with '${architecture}'`,
          "Leave architecture out, or take a gpu of such a machine ('arm': Qualcomm's)",
        ),
  ({ gpu, hardwareConcurrency }) =>
    !/Apple M\d,/.test(gpu.renderer) || (hardwareConcurrency >= 8 && hardwareConcurrency <= 10)
      ? null
      : contradiction(
          'hardwareConcurrency',
          'gpu',
          `Apple's M chips without a further name have 8 to 10 cores, not ${hardwareConcurrency}`,
          'Leave hardwareConcurrency out',
        ),
  ({ hardwareConcurrency, platform }) =>
    Number.isInteger(hardwareConcurrency) && hardwareConcurrency >= 1 && hardwareConcurrency <= MOST_CORES
      ? null
      : contradiction(
          'hardwareConcurrency',
          'platform',
          `no machine with '${platform}' has ${hardwareConcurrency} cores`,
          `Write a whole number from 1 to ${MOST_CORES}`,
        ),
  ({ screen, devicePixelRatio }) =>
    screen.every((side) => Number.isInteger(side) && side > 0) && devicePixelRatio >= 0.5 && devicePixelRatio <= 4
      ? null
      : contradiction(
          'screen',
          'devicePixelRatio',
          `screens have whole CSS pixels and a ratio from 0.5 to 4, not ${screen.join(' by ')} and ${devicePixelRatio}`,
          'Leave them out',
        ),
  ({ gpu }) => {
    const maker = /^Google Inc\. \((.+)\)$/.exec(gpu.vendor)?.[1];
    return maker !== undefined && gpu.renderer.startsWith(`ANGLE (${maker},`)
      ? null
      : contradiction(
          'gpu.vendor',
          'gpu.renderer',
          `'${gpu.vendor}' and '${gpu.renderer}' do not name one maker`,
          "Write 'Google Inc. (X)' and 'ANGLE (X, …)'",
        );
  },
  ({ availableScreen: [left, top, width, height], screen }) =>
    left >= 0 && top >= 0 && left + width <= screen[0] && top + height <= screen[1]
      ? null
      : contradiction(
          'availableScreen',
          'screen',
          `windows have ${width} by ${height} from ${left}, ${top} on a screen of ${screen.join(' by ')}`,
          'Leave availableScreen out, or make it a part of the screen',
        ),
  ({ viewport, windowFrame, availableScreen: [, , width, height] }) => {
    const [outerWidth, outerHeight] = [viewport[0] + windowFrame[0], viewport[1] + windowFrame[1]];
    return outerWidth <= width && outerHeight <= height
      ? null
      : contradiction(
          'viewport',
          'screen',
          `a window with a viewport of ${viewport.join(' by ')} is ${outerWidth} by ${outerHeight}, and the screen has room for ${width} by ${height}`,
          'Leave screen out, or choose a smaller viewport',
        );
  },
  ({ devicePixelRatio, platformName }) =>
    platformName !== 'macOS' || devicePixelRatio === 1 || devicePixelRatio === 2
      ? null
      : contradiction(
          'devicePixelRatio',
          'platform',
          `screens of macOS have a ratio of 1 or 2, not ${devicePixelRatio}`,
          'Leave devicePixelRatio out',
        ),
  ({ deviceMemory, majorVersion }) =>
    [2, 4, 8, 16, 32].includes(deviceMemory)
      ? null
      : contradiction(
          'deviceMemory',
          'majorVersion',
          `Chrome ${majorVersion} says 2, 4, 8, 16 or 32, never ${deviceMemory}`,
          'Take the next one of these',
        ),
  ({ fonts, platformName }) =>
    fonts.length > 0
      ? null
      : contradiction('fonts', 'platform', `no ${platformName} is without fonts`, 'Leave fonts out'),
  ({ fonts, platformName }) => {
    const known = PLATFORMS[platformName].fonts;
    const foreign = fonts.find((family) => !known.includes(family));
    return foreign === undefined
      ? null
      : contradiction(
          'fonts',
          'platform',
          `layout has no widths of '${foreign}' on ${platformName}, so that a page which measures it does not find it`,
          `Choose among: ${known.join(', ')}`,
        );
  },
];

/** The first contradiction of a profile; `null` when there is none. */
export function findContradiction(profile: Profile, handshakeVersion?: number): Contradiction | null {
  for (const rule of RULES) {
    const found = rule(profile, handshakeVersion);
    if (found !== null) return found;
  }
  return null;
}

export function checkProfile(profile: Profile, handshakeVersion?: number): void {
  const found = findContradiction(profile, handshakeVersion);
  if (found === null) return;
  const [first, second] = found.fields;
  throw new AgentBrowserError(
    'inconsistent_profile',
    `The profile contradicts itself: ${first} and ${second}: ${found.what}. ${found.remedy}.`,
  );
}
