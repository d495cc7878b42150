/**
 * From a font-family list, weight and slant to faces, as Chrome on Linux finds them when fonts-liberation and
 * fonts-dejavu-core are all that is installed. Families of other platforms are measured by one like them (stand-ins.ts).
 *
 * In:  family names as computed, weight, slant, and the web fonts that the document may use.
 * Out: the faces to try, in order. There is always at least one.
 *
 * CSS Fonts 4 §5 https://drafts.csswg.org/css-fonts-4/#font-matching-algorithm, with fontconfig's aliases as Chrome
 * accepts them: a family is only replaced by one of the same widths, or when it is a generic name.
 */
import { Face, type FamilyData } from './face.ts';
import { namesIcons, unknownIcons } from './icon-font.ts';
import { type Base, standInBase, standInTable } from './stand-ins.ts';
import { ahem } from './tables/ahem.ts';
import { dejaVuSans } from './tables/dejavu-sans.ts';
import { dejaVuSansMono } from './tables/dejavu-sans-mono.ts';
import { dejaVuSerif } from './tables/dejavu-serif.ts';
import { liberationMono } from './tables/liberation-mono.ts';
import { liberationSans } from './tables/liberation-sans.ts';
import { liberationSansNarrow } from './tables/liberation-sans-narrow.ts';
import { liberationSerif } from './tables/liberation-serif.ts';

const MAX_WEIGHTS = 1_000;

/** A family whose faces are decoded when first asked for. */
class Family {
  readonly #data: FamilyData;
  readonly #faces: (Face | null)[];
  /** Key: weight and slant. There are as many as a page has weights. */
  readonly #matched = new Map<number, Face>();

  constructor(data: FamilyData) {
    this.#data = data;
    this.#faces = data.faces.map(() => null);
  }

  /** The face nearest to a style: the slant if there is one, then the weight. */
  face(weight: number, italic: boolean): Face {
    const key = italic ? -weight : weight;
    let face = this.#matched.get(key);
    if (face === undefined) {
      face = this.#match(weight, italic);
      if (this.#matched.size >= MAX_WEIGHTS) this.#matched.clear();
      this.#matched.set(key, face);
    }
    return face;
  }

  #match(weight: number, italic: boolean): Face {
    let best = 0;
    let bestScore = Number.POSITIVE_INFINITY;
    this.#data.faces.forEach((data, index) => {
      const score = (data.italic === italic ? 0 : 10_000) + weightDistance(weight, data.weight);
      if (score < bestScore) {
        best = index;
        bestScore = score;
      }
    });
    let face = this.#faces[best];
    if (!face) {
      face = new Face(this.#data.name, this.#data.faces[best]!);
      this.#faces[best] = face;
    }
    return face;
  }
}

/**
 * Fontconfig's own scale of weights decides: between regular and bold the border is at 550. A face that is made bold or
 * slanted by the renderer keeps its advances.
 */
function weightDistance(wanted: number, available: number): number {
  return Math.abs(fontconfigWeight(wanted) - fontconfigWeight(available));
}

/** CSS weights and fontconfig's, which are interpolated in between. */
const WEIGHTS: readonly (readonly [number, number])[] = [
  [0, 0],
  [100, 0],
  [200, 40],
  [300, 50],
  [350, 55],
  [380, 75],
  [400, 80],
  [500, 100],
  [600, 180],
  [700, 200],
  [800, 205],
  [900, 210],
  [1000, 215],
];

function fontconfigWeight(weight: number): number {
  for (let i = 1; i < WEIGHTS.length; i++) {
    const [from, low] = WEIGHTS[i - 1]!;
    const [to, high] = WEIGHTS[i]!;
    if (weight <= to) return low + ((high - low) * (weight - from)) / (to - from);
  }
  return 215;
}

const serif = new Family(liberationSerif);
const sans = new Family(liberationSans);
const mono = new Family(liberationMono);
const systemSans = new Family(dejaVuSans);
const systemSerif = new Family(dejaVuSerif);
const systemMono = new Family(dejaVuSansMono);
const icons = new Family(unknownIcons);

/** Names that Chrome finds, in lower case. All others, 'cursive' and 'ui-sans-serif' too, are passed over. */
const INSTALLED: ReadonlyMap<string, Family> = new Map([
  ['serif', serif],
  ['-webkit-body', serif],
  ['times', serif],
  ['times new roman', serif],
  ['tinos', serif],
  ['liberation serif', serif],
  ['sans-serif', sans],
  ['arial', sans],
  ['arimo', sans],
  ['helvetica', sans],
  ['liberation sans', sans],
  ['courier', mono],
  ['courier new', mono],
  ['cousine', mono],
  ['liberation mono', mono],
  ['liberation sans narrow', new Family(liberationSansNarrow)],
  ['monospace', systemMono],
  ['dejavu sans mono', systemMono],
  ['system-ui', systemSans],
  ['sans', systemSans],
  ['dejavu sans', systemSans],
  ['dejavu serif', systemSerif],
  ['ahem', new Family(ahem)],
]);

/** Names that every machine has, and the font that tests bring along. */
const ALWAYS = new Set(['serif', 'sans-serif', 'monospace', 'system-ui', '-webkit-body', 'ahem']);
let hidden: ReadonlySet<string> = new Set();
/** Families of the machine that another one's table stands in for. */
let substituted: ReadonlySet<string> = new Set();
/** What the machine has for a generic name, in lower case. */
let generics: ReadonlyMap<string, string> = new Map();
const standIns = new Map<string, Family>();

/**
 * Leaves only these families to be found by their names, for machines that do not have the others.
 * `names`: the families that the machine has for generic names, where they are not those of Linux.
 */
export function setInstalledFonts(families: readonly string[], names: Readonly<Record<string, string>> = {}): void {
  const installed = new Set(families.map((family) => family.toLowerCase()));
  hidden = new Set([...INSTALLED.keys()].filter((name) => !ALWAYS.has(name) && !installed.has(name)));
  substituted = new Set([...installed].filter((name) => !INSTALLED.has(name) && standInBase(name) !== null));
  generics = new Map(Object.entries(names).map(([name, family]) => [name, family.toLowerCase()]));
}

function installedFamily(named: string): Family | undefined {
  const name = generics.get(named) ?? named;
  if (substituted.has(name)) return standIn(name);
  return hidden.has(name) ? undefined : INSTALLED.get(name);
}

const BASES: Readonly<Record<Base, FamilyData>> = {
  sans: liberationSans,
  serif: liberationSerif,
  mono: liberationMono,
};

function standIn(name: string): Family {
  let family = standIns.get(name);
  if (family === undefined) {
    family = new Family(standInTable(name, BASES[standInBase(name)!]));
    standIns.set(name, family);
  }
  return family;
}

/** The web fonts that a document has loaded. */
export interface WebFonts {
  /** Whether the document brings a family, by its name in lower case. */
  declares(name: string): boolean;
  /** The tables of a family, by its name in lower case; `null` when the document has no such family, or we no tables. */
  find(name: string): FamilyData | null;
}

export const NO_WEB_FONTS: WebFonts = { declares: () => false, find: () => null };

/** One Family for each table, so that its faces are decoded once. */
const webFamilies = new WeakMap<FamilyData, Family>();

function webFamily(data: FamilyData): Family {
  let family = webFamilies.get(data);
  if (!family) {
    family = new Family(data);
    webFamilies.set(data, family);
  }
  return family;
}

/**
 * The faces of a family list in order, and the standard font at the end, as if the list named it.
 *
 * A family of the document that there is no table of has the icons among the characters. It is the first font where its
 * name says so or the list has no other: a family for text is followed by one that is like it, and that one is measured.
 */
export function matchFaces(families: readonly string[], weight: number, italic: boolean, webFonts: WebFonts): Face[] {
  const faces: Face[] = [];
  const add = (family: Family): void => {
    const face = family.face(weight, italic);
    if (!faces.includes(face)) faces.push(face);
  };
  let hasUnknown = false;
  for (const name of families) {
    const key = name.toLowerCase();
    const web = webFonts.find(key);
    const family = web ? webFamily(web) : installedFamily(key);
    if (family) add(family);
    if (!webFonts.declares(key)) continue;
    // A font's table may be older than the font.
    if (namesIcons(key)) add(icons);
    else if (!family) hasUnknown = true;
  }
  if (hasUnknown) add(icons);
  add(serif);
  return faces;
}

const FALLBACKS = [systemSans, systemSerif, systemMono];

/**
 * The installed face that has a character which none of the listed families has; `null` when there is none.
 * Chrome mostly takes the regular face for every weight, and makes it bold itself.
 */
export function fallbackFace(codePoint: number, weight: number): Face | null {
  for (const family of FALLBACKS) {
    const face = family.face(weight, false);
    if (face.has(codePoint)) return face;
  }
  return null;
}
