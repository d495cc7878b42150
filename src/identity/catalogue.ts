/**
 * Machines that are about: what comes with agentbrowser for sessions to appear as.
 *
 * In each row everything belongs together: a screen that such machines have, with the panels of their desktop, a graphics
 * chip with the name that Chrome's ANGLE gives it on that platform, and as many cores as are sold with it.
 */
import type { Gpu, PlatformName, Profile } from './profile.ts';

export interface Machine
  extends Pick<
    Profile,
    | 'platformName'
    | 'platformVersion'
    | 'architecture'
    | 'screen'
    | 'devicePixelRatio'
    | 'hardwareConcurrency'
    | 'deviceMemory'
    | 'gpu'
  > {
  /** What the desktop's panels take of the screen. */
  readonly panels: readonly [left: number, top: number, right: number, bottom: number];
}

const GNOME = [0, 27, 0, 0] as const;
const KDE = [0, 0, 0, 44] as const;
const WINDOWS_10 = [0, 0, 0, 40] as const;
const WINDOWS_11 = [0, 0, 0, 48] as const;
const MAC_MENU = [0, 25, 0, 0] as const;
const MAC_NOTCH = [0, 38, 0, 0] as const;

/** On X11 through OpenGL, on Wayland through OpenGL ES. */
type Api = 'OpenGL 4.6' | 'OpenGL ES 3.2';
const mesa = (name: string, api: Api): Gpu => ({
  vendor: 'Google Inc. (Intel)',
  renderer: `ANGLE (Intel, Mesa Intel(R) ${name}, ${api})`,
});
/** Versions of drivers are left out for pages, and with them the commas. */
const radeonsi = (name: string, chip: string, api: Api): Gpu => ({
  vendor: 'Google Inc. (AMD)',
  renderer: `ANGLE (AMD, AMD ${name} (radeonsi ${chip} ACO), ${api})`,
});
const nvidiaGl = (name: string): Gpu => ({
  vendor: 'Google Inc. (NVIDIA Corporation)',
  renderer: `ANGLE (NVIDIA Corporation, NVIDIA GeForce ${name}/PCIe/SSE2, OpenGL 4.5.0)`,
});
const direct3d = (maker: 'Intel' | 'AMD' | 'NVIDIA', name: string): Gpu => ({
  vendor: `Google Inc. (${maker})`,
  renderer: `ANGLE (${maker}, ${name} Direct3D11 vs_5_0 ps_5_0, D3D11)`,
});
const metal = (chip: string): Gpu => ({
  vendor: 'Google Inc. (Apple)',
  renderer: `ANGLE (Apple, ANGLE Metal Renderer: Apple ${chip}, Unspecified Version)`,
});

type Row = readonly [
  version: string,
  width: number,
  height: number,
  ratio: number,
  panels: Machine['panels'],
  cores: number,
  memory: number,
  gpu: Gpu,
];

const LINUX: readonly Row[] = [
  ['', 1920, 1080, 1, GNOME, 8, 16, mesa('UHD Graphics 620 (KBL GT2)', 'OpenGL ES 3.2')],
  ['', 1920, 1080, 1, GNOME, 8, 8, mesa('UHD Graphics 620 (WHL GT2)', 'OpenGL 4.6')],
  ['', 1920, 1080, 1, KDE, 4, 8, mesa('HD Graphics 520 (SKL GT2)', 'OpenGL 4.6')],
  ['', 1920, 1200, 1, GNOME, 8, 16, mesa('Iris(R) Xe Graphics (TGL GT2)', 'OpenGL ES 3.2')],
  ['', 1920, 1200, 1, KDE, 16, 32, mesa('Iris(R) Xe Graphics (RPL-P)', 'OpenGL 4.6')],
  ['', 1920, 1080, 1, GNOME, 16, 16, radeonsi('Radeon Graphics', 'renoir', 'OpenGL ES 3.2')],
  ['', 2560, 1440, 1, KDE, 12, 32, radeonsi('Radeon RX 6600', 'navi23', 'OpenGL 4.6')],
  ['', 2560, 1440, 1, GNOME, 16, 32, radeonsi('Radeon RX 6700 XT', 'navi22', 'OpenGL ES 3.2')],
  ['', 1920, 1080, 1, GNOME, 12, 16, nvidiaGl('GTX 1660 SUPER')],
  ['', 2560, 1440, 1, GNOME, 16, 32, nvidiaGl('RTX 3060')],
];

const WINDOWS: readonly Row[] = [
  ['10.0.0', 1920, 1080, 1, WINDOWS_10, 8, 8, direct3d('Intel', 'Intel(R) UHD Graphics 620 (0x00005917)')],
  ['10.0.0', 1920, 1080, 1, WINDOWS_10, 4, 8, direct3d('Intel', 'Intel(R) HD Graphics 520 (0x00001916)')],
  ['15.0.0', 1920, 1080, 1, WINDOWS_11, 12, 16, direct3d('Intel', 'Intel(R) UHD Graphics (0x000046A3)')],
  ['19.0.0', 1536, 864, 1.25, WINDOWS_11, 8, 16, direct3d('Intel', 'Intel(R) Iris(R) Xe Graphics (0x00009A49)')],
  ['19.0.0', 1536, 960, 1.25, WINDOWS_11, 16, 16, direct3d('Intel', 'Intel(R) Iris(R) Xe Graphics (0x0000A7A0)')],
  ['19.0.0', 1920, 1080, 1, WINDOWS_11, 16, 16, direct3d('AMD', 'AMD Radeon(TM) Graphics (0x00001638)')],
  ['19.0.0', 2560, 1440, 1, WINDOWS_11, 12, 32, direct3d('AMD', 'AMD Radeon RX 6600 (0x000073FF)')],
  ['10.0.0', 1920, 1080, 1, WINDOWS_10, 12, 16, direct3d('NVIDIA', 'NVIDIA GeForce GTX 1660 SUPER (0x000021C4)')],
  ['19.0.0', 2560, 1440, 1, WINDOWS_11, 16, 32, direct3d('NVIDIA', 'NVIDIA GeForce RTX 3060 (0x00002504)')],
  ['19.0.0', 2560, 1440, 1, WINDOWS_11, 24, 32, direct3d('NVIDIA', 'NVIDIA GeForce RTX 4070 (0x00002786)')],
];

const MACOS: readonly Row[] = [
  ['15.6.1', 1440, 900, 2, MAC_MENU, 8, 8, metal('M1')],
  ['15.7.2', 1470, 956, 2, MAC_NOTCH, 8, 16, metal('M2')],
  ['26.1.0', 1512, 982, 2, MAC_NOTCH, 12, 32, metal('M3 Pro')],
  ['26.1.0', 1728, 1117, 2, MAC_NOTCH, 10, 32, metal('M1 Max')],
  ['26.0.1', 2560, 1440, 2, MAC_MENU, 8, 16, metal('M1')],
  ['26.1.0', 2240, 1260, 2, MAC_MENU, 8, 16, metal('M3')],
];

function machines(platformName: PlatformName, rows: readonly Row[]): Machine[] {
  const architecture = platformName === 'macOS' ? 'arm' : 'x86';
  return rows.map(([platformVersion, width, height, devicePixelRatio, panels, cores, deviceMemory, gpu]) => ({
    platformName,
    platformVersion,
    architecture,
    screen: [width, height],
    devicePixelRatio,
    panels,
    hardwareConcurrency: cores,
    deviceMemory,
    gpu,
  }));
}

export const CATALOGUE: readonly Machine[] = [
  ...machines('Linux', LINUX),
  ...machines('Windows', WINDOWS),
  ...machines('macOS', MACOS),
];
