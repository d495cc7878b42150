/**
 * What WebGL can do, by what ANGLE draws with: Direct3D 11, Metal, or OpenGL on the chips of three makers.
 *
 * In:  the renderer of the profile. Out: limits that differ from the usual ones, and extensions.
 *
 * Numbers of Direct3D and Metal are those that Chromes of today report; docs/identity.md says from where.
 */
import { indexOf } from '../primordials.ts';

type Backend = 'd3d11' | 'metal' | 'nvidia' | 'mesa';

function backendOf(renderer: string): Backend {
  if (indexOf(renderer, 'Direct3D') >= 0) return 'd3d11';
  if (indexOf(renderer, 'Metal') >= 0) return 'metal';
  return indexOf(renderer, 'NVIDIA') >= 0 ? 'nvidia' : 'mesa';
}

const UNITS_16 = 'MAX_COMBINED_TEXTURE_IMAGE_UNITS=32 MAX_VERTEX_TEXTURE_IMAGE_UNITS=16 MAX_TEXTURE_IMAGE_UNITS=16';

/** For both kinds of contexts, then for the second one. */
const LIMITS_OF: Readonly<Record<Backend, readonly [first: string, second: string]>> = {
  d3d11: [
    `MAX_VERTEX_UNIFORM_VECTORS=4095 MAX_VARYING_VECTORS=30 MAX_VIEWPORT_DIMS=i32767,32767 SUBPIXEL_BITS=4 ${UNITS_16}`,
    'MAX_VERTEX_UNIFORM_COMPONENTS=16380 MAX_VARYING_COMPONENTS=120 MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS=120 ' +
      'MAX_VERTEX_UNIFORM_BLOCKS=12 MAX_FRAGMENT_UNIFORM_BLOCKS=12 MAX_COMBINED_UNIFORM_BLOCKS=24 ' +
      'MAX_UNIFORM_BUFFER_BINDINGS=24 MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS=212988 ' +
      'MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS=200704 MAX_VERTEX_OUTPUT_COMPONENTS=120 ' +
      'MAX_FRAGMENT_INPUT_COMPONENTS=120',
  ],
  metal: [
    `MAX_VARYING_VECTORS=30 ALIASED_POINT_SIZE_RANGE=f1,511 SUBPIXEL_BITS=4 ${UNITS_16}`,
    'MAX_VARYING_COMPONENTS=120 MAX_VERTEX_UNIFORM_BLOCKS=16 MAX_FRAGMENT_UNIFORM_BLOCKS=16 ' +
      'MAX_COMBINED_UNIFORM_BLOCKS=32 MAX_UNIFORM_BUFFER_BINDINGS=32 MAX_UNIFORM_BLOCK_SIZE=16384 MAX_SAMPLES=4 ' +
      'MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS=69632 MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS=69632 ' +
      'MAX_VERTEX_OUTPUT_COMPONENTS=124 MAX_FRAGMENT_INPUT_COMPONENTS=124',
  ],
  nvidia: [
    'MAX_TEXTURE_SIZE=32768 MAX_CUBE_MAP_TEXTURE_SIZE=32768 MAX_RENDERBUFFER_SIZE=32768 MAX_VIEWPORT_DIMS=i32768,32768 ' +
      'ALIASED_POINT_SIZE_RANGE=f1,2047',
    'MAX_3D_TEXTURE_SIZE=16384',
  ],
  mesa: [
    'MAX_VERTEX_UNIFORM_VECTORS=4096 MAX_FRAGMENT_UNIFORM_VECTORS=4096 ALIASED_POINT_SIZE_RANGE=f1,255',
    'MAX_VERTEX_UNIFORM_COMPONENTS=16384 MAX_FRAGMENT_UNIFORM_COMPONENTS=16384 ' +
      'MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS=245760 MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS=245760 MAX_SAMPLES=16',
  ],
};

/** Pairs as webgl.ts writes them; they come after the usual ones. */
export function limitsOf(renderer: string, isSecond: boolean): string {
  const [first, second] = LIMITS_OF[backendOf(renderer)];
  return isSecond ? `${first} ${second}` : first;
}

/** Kinds of compressed textures that only Apple's chips have, in the order of the list. */
const APPLE_TEXTURES =
  'WEBGL_compressed_texture_astc WEBGL_compressed_texture_etc WEBGL_compressed_texture_etc1 ' +
  'WEBGL_compressed_texture_pvrtc WEBGL_compressed_texture_s3tc ';

/** `usual`: those of OpenGL on Linux. */
export function extensionsOf(renderer: string, usual: string): string {
  const backend = backendOf(renderer);
  if (backend === 'metal') {
    return usual
      .replace('WEBGL_compressed_texture_s3tc ', APPLE_TEXTURES)
      .replace('OVR_multiview2 ', '')
      .replace('WEBGL_stencil_texturing', 'WEBGL_render_shared_exponent WEBGL_stencil_texturing');
  }
  if (backend === 'd3d11') return usual.replace(' WEBGL_polygon_mode', '');
  return usual;
}
