/**
 * Conversion of colours between the spaces that CSS can name and sRGB.
 *
 * In:  channels of a colour space in their natural ranges.
 * Out: sRGB from 0 to 255, clipped to the gamut.
 *
 * CSS Color 4 §10 to §17 https://drafts.csswg.org/css-color-4/
 */

export type Channels = readonly [number, number, number];
type Matrix = readonly [Channels, Channels, Channels];

/** Linear light: sRGB from XYZ under D65. */
const SRGB_FROM_XYZ: Matrix = [
  [3.2409699419, -1.5373831776, -0.4986107603],
  [-0.9692436363, 1.8759675015, 0.0415550574],
  [0.0556300797, -0.2039769589, 1.0569715142],
];
const XYZ_FROM_P3: Matrix = [
  [0.4865709486, 0.2656676932, 0.1982172852],
  [0.2289745641, 0.6917385218, 0.0792869141],
  [0, 0.0451133819, 1.0439443689],
];
const XYZ_FROM_REC2020: Matrix = [
  [0.636958048, 0.144616904, 0.168880975],
  [0.262700212, 0.677998072, 0.059301716],
  [0, 0.028072693, 1.060985058],
];
const XYZ_FROM_A98: Matrix = [
  [0.5766690429, 0.1855582379, 0.1882286462],
  [0.2973449753, 0.6273635663, 0.0752914585],
  [0.0270313614, 0.0706888525, 0.9913375368],
];
/** XYZ under D65 from XYZ under D50 (Bradford). */
const D65_FROM_D50: Matrix = [
  [0.9554734528, -0.0230985368, 0.0632593086],
  [-0.028369707, 1.009995458, 0.0210415381],
  [0.0123140016, -0.0205076965, 1.3303659366],
];
const D50_WHITE: Channels = [0.9642956764, 1, 0.8251046025];

const LMS_FROM_OKLAB: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const SRGB_FROM_LMS: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];
const LMS_FROM_SRGB: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const OKLAB_FROM_LMS: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function multiply(matrix: Matrix, [x, y, z]: Channels): Channels {
  const row = (r: Channels) => r[0] * x + r[1] * y + r[2] * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

function map(channels: Channels, change: (value: number) => number): Channels {
  return [change(channels[0]), change(channels[1]), change(channels[2])];
}

function encode(linear: number): number {
  const size = Math.abs(linear);
  return size <= 0.0031308 ? linear * 12.92 : Math.sign(linear) * (1.055 * size ** (1 / 2.4) - 0.055);
}

function decode(value: number): number {
  const size = Math.abs(value);
  return size <= 0.04045 ? value / 12.92 : Math.sign(value) * ((size + 0.055) / 1.055) ** 2.4;
}

/** Linear light to what is stored, from 0 to 255. */
function fromLinear(linear: Channels): Channels {
  return map(linear, (value) => clip(encode(value) * 255));
}

function clip(value: number): number {
  return Number.isFinite(value) ? Math.min(255, Math.max(0, value)) : 0;
}

function fromXyz(xyz: Channels): Channels {
  return fromLinear(multiply(SRGB_FROM_XYZ, xyz));
}

export function fromHsl([hue, saturation, lightness]: Channels): Channels {
  const light = lightness / 100;
  const chroma = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (n: number) => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    return clip(255 * (light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

export function fromHwb([hue, white, black]: Channels): Channels {
  if (white + black >= 100) {
    const grey = clip((white / (white + black)) * 255);
    return [grey, grey, grey];
  }
  return map(fromHsl([hue, 100, 50]), (value) => clip(value * (1 - (white + black) / 100) + 2.55 * white));
}

export function fromLab([lightness, a, b]: Channels): Channels {
  const fy = (lightness + 16) / 116;
  const unfold = (f: number) => (f ** 3 > 216 / 24389 ? f ** 3 : (116 * f - 16) / (24389 / 27));
  const y = lightness > 8 ? fy ** 3 : lightness / (24389 / 27);
  const d50: Channels = [unfold(a / 500 + fy) * D50_WHITE[0], y * D50_WHITE[1], unfold(fy - b / 200) * D50_WHITE[2]];
  return fromXyz(multiply(D65_FROM_D50, d50));
}

export function fromOklab(oklab: Channels): Channels {
  const lms = map(multiply(LMS_FROM_OKLAB, oklab), (value) => value ** 3);
  return fromLinear(multiply(SRGB_FROM_LMS, lms));
}

export function toOklab(rgb: Channels): Channels {
  const lms = multiply(
    LMS_FROM_SRGB,
    map(rgb, (value) => decode(value / 255)),
  );
  return multiply(OKLAB_FROM_LMS, map(lms, Math.cbrt));
}

/** From lightness, chroma and hue to lightness and the two axes. */
export function fromPolar([lightness, chroma, hue]: Channels): Channels {
  const radians = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(radians), chroma * Math.sin(radians)];
}

/** Hue, saturation and lightness of an sRGB colour, for colours made relative to it. */
export function toHsl([r, g, b]: Channels): Channels {
  const most = Math.max(r, g, b) / 255;
  const least = Math.min(r, g, b) / 255;
  const lightness = (most + least) / 2;
  const chroma = most - least;
  if (chroma === 0) return [0, 0, lightness * 100];
  const saturation = chroma / (1 - Math.abs(2 * lightness - 1));
  const delta = 255 * chroma;
  const sector =
    most * 255 === r ? ((g - b) / delta + 6) % 6 : most * 255 === g ? (b - r) / delta + 2 : (r - g) / delta + 4;
  return [sector * 60, saturation * 100, lightness * 100];
}

/** The spaces of color(), from channels in 0 to 1. */
export function fromPredefined(space: string, channels: Channels): Channels | null {
  switch (space) {
    case 'srgb':
      return map(channels, (value) => clip(value * 255));
    case 'srgb-linear':
      return fromLinear(channels);
    case 'display-p3':
      return fromXyz(multiply(XYZ_FROM_P3, map(channels, decode)));
    case 'display-p3-linear':
      return fromXyz(multiply(XYZ_FROM_P3, channels));
    case 'rec2020':
      return fromXyz(
        multiply(
          XYZ_FROM_REC2020,
          map(channels, (value) => Math.sign(value) * Math.abs(value) ** 2.4),
        ),
      );
    case 'a98-rgb':
      return fromXyz(
        multiply(
          XYZ_FROM_A98,
          map(channels, (value) => Math.sign(value) * Math.abs(value) ** (563 / 256)),
        ),
      );
    case 'prophoto-rgb':
    case 'xyz-d50':
      // Differs: ProPhoto's primaries are not converted; the colour is taken as XYZ under D50.
      return fromXyz(multiply(D65_FROM_D50, channels));
    case 'xyz':
    case 'xyz-d65':
      return fromXyz(channels);
    default:
      return null;
  }
}
