/**
 * Colours with names: the keywords of the web, and the system colours of both colour schemes as Chrome has them.
 *
 * CSS Color 4 §6.1 and §6.2 https://drafts.csswg.org/css-color-4/#named-colors
 */

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Rgba = readonly [number, number, number, number];

/** Pairs of name and hexadecimal value. */
const NAMED =
  'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 ' +
  'black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 ' +
  'cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc ' +
  'crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 ' +
  'darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f ' +
  'darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f ' +
  'darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 ' +
  'deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 ' +
  'floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 ' +
  'goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 ' +
  'indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 ' +
  'lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff ' +
  'lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 ' +
  'lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 ' +
  'lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff ' +
  'maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db ' +
  'mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc ' +
  'mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 ' +
  'navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 ' +
  'orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 ' +
  'papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 ' +
  'rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 ' +
  'sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb ' +
  'slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 ' +
  'tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 ' +
  'white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32';

/** Name, value in light, value in dark. */
const SYSTEM =
  'accentcolor 0075ff 0075ff accentcolortext ffffff ffffff activetext ff0000 ff0000 buttonborder 000000 ffffff ' +
  'buttonface efefef 6b6b6b buttontext 000000 ffffff canvas ffffff 121212 canvastext 000000 ffffff ' +
  'field ffffff 3b3b3b fieldtext 000000 ffffff graytext 808080 808080 highlight 0041c6 0041c6 ' +
  'highlighttext ffffff ffffff linktext 0000ee 9e9eff mark ffff00 ffff00 marktext 000000 000000 ' +
  'selecteditem 1967d2 99c8ff selecteditemtext ffffff 3b3b3b visitedtext 551a8b d0adf0 ' +
  'activeborder 000000 ffffff activecaption ffffff 121212 appworkspace ffffff 121212 background ffffff 121212 ' +
  'buttonhighlight efefef 6b6b6b buttonshadow efefef 6b6b6b captiontext 000000 ffffff inactiveborder 000000 ffffff ' +
  'inactivecaption ffffff 121212 inactivecaptiontext 808080 808080 infobackground ffffff 121212 ' +
  'infotext 000000 ffffff menu ffffff 121212 menutext 000000 ffffff scrollbar ffffff 121212 ' +
  'threeddarkshadow 000000 ffffff threedface efefef 6b6b6b threedhighlight 000000 ffffff ' +
  'threedlightshadow 000000 ffffff threedshadow 000000 ffffff window ffffff 121212 windowframe 000000 ffffff ' +
  'windowtext 000000 ffffff -webkit-link 0000ee 9e9eff -webkit-activelink ff0000 ff9e9e ' +
  '-webkit-focus-ring-color 101010 ffffff';

/** A colour written as 3, 4, 6 or 8 hexadecimal digits; `null` when it is not one. */
export function hexColor(digits: string): Rgba | null {
  if (!/^[0-9a-f]+$/i.test(digits)) return null;
  const short = digits.length === 3 || digits.length === 4;
  if (!short && digits.length !== 6 && digits.length !== 8) return null;
  const channel = (i: number) => {
    const part = short ? digits[i]! + digits[i]! : digits.slice(2 * i, 2 * i + 2);
    return Number.parseInt(part, 16);
  };
  const hasAlpha = digits.length === 4 || digits.length === 8;
  return [channel(0), channel(1), channel(2), hasAlpha ? channel(3) / 255 : 1];
}

export const NAMED_COLORS: ReadonlyMap<string, Rgba> = new Map([
  ['transparent', [0, 0, 0, 0] as Rgba],
  ...chunks(NAMED, 2).map(([name, hex]): [string, Rgba] => [name!, hexColor(hex!)!]),
]);

export interface SystemColor {
  readonly kind: 'system';
  readonly light: Rgba;
  readonly dark: Rgba;
}

export const SYSTEM_COLORS: ReadonlyMap<string, SystemColor> = new Map(
  chunks(SYSTEM, 3).map(([name, light, dark]): [string, SystemColor] => [
    name!,
    { kind: 'system', light: hexColor(light!)!, dark: hexColor(dark!)! },
  ]),
);

function chunks(list: string, size: number): string[][] {
  const words = list.split(' ');
  return Array.from({ length: words.length / size }, (_, i) => words.slice(i * size, (i + 1) * size));
}
