/**
 * WebGL contexts that take everything and draw nothing, with the names and numbers of the profile's graphics.
 *
 * Pretended: shaders compile and programs link, and no pixel is ever drawn.
 *
 * WebGL 1.0 §5.14 https://registry.khronos.org/webgl/specs/latest/1.0/, WebGL 2.0 §3.7, WEBGL_debug_renderer_info
 */
import { bitmapOf } from '../canvas/bitmap.ts';
import type { PageNode } from '../dom/create-node.ts';
import { hasWord, mapGet, mapSet } from '../primordials.ts';
import { constantOf } from './interface-rows.ts';
import { type Behaviour, defineBehaviour, type LiveRecord, liveObject } from './lazy-interfaces.ts';
import { currentProfile } from './navigator.ts';
import { extensionsOf, limitsOf } from './webgl-limits.ts';

const COMMON =
  'BLEND_EQUATION=32774 BLEND_DST_RGB=0 BLEND_SRC_RGB=1 BLEND_DST_ALPHA=0 BLEND_SRC_ALPHA=1 CULL_FACE=false BLEND=false ' +
  'DITHER=true STENCIL_TEST=false DEPTH_TEST=false SCISSOR_TEST=false LINE_WIDTH=1 ALIASED_POINT_SIZE_RANGE=f1,1024 ' +
  'ALIASED_LINE_WIDTH_RANGE=f1,1 CULL_FACE_MODE=1029 FRONT_FACE=2305 DEPTH_RANGE=f0,1 DEPTH_WRITEMASK=true ' +
  'DEPTH_CLEAR_VALUE=1 DEPTH_FUNC=513 STENCIL_CLEAR_VALUE=0 STENCIL_FUNC=519 STENCIL_FAIL=7680 STENCIL_REF=0 ' +
  'STENCIL_VALUE_MASK=4294967295 STENCIL_WRITEMASK=4294967295 STENCIL_BACK_FUNC=519 STENCIL_BACK_VALUE_MASK=4294967295 ' +
  'STENCIL_BACK_WRITEMASK=4294967295 COLOR_CLEAR_VALUE=f0,0,0,0 UNPACK_ALIGNMENT=4 PACK_ALIGNMENT=4 ' +
  'MAX_TEXTURE_SIZE=16384 MAX_VIEWPORT_DIMS=i16384,16384 SUBPIXEL_BITS=8 RED_BITS=8 GREEN_BITS=8 BLUE_BITS=8 ALPHA_BITS=8 ' +
  'DEPTH_BITS=24 STENCIL_BITS=0 SAMPLE_BUFFERS=1 SAMPLES=4 MAX_VERTEX_ATTRIBS=16 MAX_VERTEX_UNIFORM_VECTORS=1024 ' +
  'MAX_VARYING_VECTORS=31 MAX_COMBINED_TEXTURE_IMAGE_UNITS=64 MAX_VERTEX_TEXTURE_IMAGE_UNITS=32 ' +
  'MAX_TEXTURE_IMAGE_UNITS=32 MAX_FRAGMENT_UNIFORM_VECTORS=1024 MAX_CUBE_MAP_TEXTURE_SIZE=16384 ACTIVE_TEXTURE=33984 ' +
  'IMPLEMENTATION_COLOR_READ_TYPE=5121 IMPLEMENTATION_COLOR_READ_FORMAT=6408 MAX_RENDERBUFFER_SIZE=16384 ' +
  'BLEND_COLOR=f0,0,0,0 BLEND_EQUATION_ALPHA=32774 STENCIL_PASS_DEPTH_FAIL=7680 STENCIL_PASS_DEPTH_PASS=7680 ' +
  'STENCIL_BACK_FAIL=7680 STENCIL_BACK_PASS_DEPTH_FAIL=7680 STENCIL_BACK_PASS_DEPTH_PASS=7680 STENCIL_BACK_REF=0 ' +
  'POLYGON_OFFSET_FACTOR=0 POLYGON_OFFSET_UNITS=0 POLYGON_OFFSET_FILL=false SAMPLE_COVERAGE_VALUE=1 ' +
  'SAMPLE_COVERAGE_INVERT=false SAMPLE_ALPHA_TO_COVERAGE=false SAMPLE_COVERAGE=false COMPRESSED_TEXTURE_FORMATS=u ' +
  'GENERATE_MIPMAP_HINT=4352 UNPACK_COLORSPACE_CONVERSION_WEBGL=37444 UNPACK_FLIP_Y_WEBGL=false ' +
  'UNPACK_PREMULTIPLY_ALPHA_WEBGL=false';
const SECOND =
  'READ_BUFFER=1029 MAX_3D_TEXTURE_SIZE=2048 MAX_ELEMENTS_VERTICES=2147483647 MAX_ELEMENTS_INDICES=2147483647 ' +
  'MAX_TEXTURE_LOD_BIAS=15 MAX_DRAW_BUFFERS=8 MAX_FRAGMENT_UNIFORM_COMPONENTS=4096 MAX_VERTEX_UNIFORM_COMPONENTS=4096 ' +
  'MAX_ARRAY_TEXTURE_LAYERS=2048 MIN_PROGRAM_TEXEL_OFFSET=-8 MAX_PROGRAM_TEXEL_OFFSET=7 MAX_VARYING_COMPONENTS=124 ' +
  'MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS=4 MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS=128 ' +
  'MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS=4 MAX_COLOR_ATTACHMENTS=8 MAX_SAMPLES=8 MAX_VERTEX_UNIFORM_BLOCKS=14 ' +
  'MAX_FRAGMENT_UNIFORM_BLOCKS=14 MAX_COMBINED_UNIFORM_BLOCKS=60 MAX_UNIFORM_BUFFER_BINDINGS=72 ' +
  'MAX_UNIFORM_BLOCK_SIZE=65536 MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS=233472 UNIFORM_BUFFER_OFFSET_ALIGNMENT=256 ' +
  'MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS=233472 MAX_VERTEX_OUTPUT_COMPONENTS=128 MAX_FRAGMENT_INPUT_COMPONENTS=128 ' +
  'MAX_SERVER_WAIT_TIMEOUT=0 MAX_ELEMENT_INDEX=4294967294 MAX_CLIENT_WAIT_TIMEOUT_WEBGL=0';

const EXTENSIONS_1 =
  'ANGLE_instanced_arrays EXT_blend_minmax EXT_clip_control EXT_color_buffer_half_float EXT_depth_clamp ' +
  'EXT_disjoint_timer_query EXT_float_blend EXT_frag_depth EXT_polygon_offset_clamp EXT_shader_texture_lod ' +
  'EXT_texture_compression_bptc EXT_texture_compression_rgtc EXT_texture_filter_anisotropic ' +
  'EXT_texture_mirror_clamp_to_edge EXT_sRGB KHR_parallel_shader_compile OES_element_index_uint OES_fbo_render_mipmap ' +
  'OES_standard_derivatives OES_texture_float OES_texture_float_linear OES_texture_half_float ' +
  'OES_texture_half_float_linear OES_vertex_array_object WEBGL_blend_func_extended WEBGL_color_buffer_float ' +
  'WEBGL_compressed_texture_s3tc WEBGL_compressed_texture_s3tc_srgb WEBGL_debug_renderer_info WEBGL_debug_shaders ' +
  'WEBGL_depth_texture WEBGL_draw_buffers WEBGL_lose_context WEBGL_multi_draw WEBGL_polygon_mode';
const EXTENSIONS_2 =
  'EXT_clip_control EXT_color_buffer_float EXT_color_buffer_half_float EXT_conservative_depth EXT_depth_clamp ' +
  'EXT_disjoint_timer_query_webgl2 EXT_float_blend EXT_polygon_offset_clamp EXT_render_snorm ' +
  'EXT_texture_compression_bptc EXT_texture_compression_rgtc EXT_texture_filter_anisotropic ' +
  'EXT_texture_mirror_clamp_to_edge EXT_texture_norm16 KHR_parallel_shader_compile NV_shader_noperspective_interpolation ' +
  'OES_draw_buffers_indexed OES_sample_variables OES_shader_multisample_interpolation OES_texture_float_linear ' +
  'OVR_multiview2 WEBGL_blend_func_extended WEBGL_clip_cull_distance WEBGL_compressed_texture_s3tc ' +
  'WEBGL_compressed_texture_s3tc_srgb WEBGL_debug_renderer_info WEBGL_debug_shaders WEBGL_lose_context WEBGL_multi_draw ' +
  'WEBGL_polygon_mode WEBGL_provoking_vertex WEBGL_stencil_texturing';

const UNMASKED_VENDOR = 37_445;
const UNMASKED_RENDERER = 37_446;
const MAX_ANISOTROPY = 34_047;
const FRAMEBUFFER_COMPLETE = 36_053;

const parameters: Record<string, Map<number, unknown>> = { __proto__: null as never };

function parameterValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text.startsWith('f')) return Float32Array.from(text.slice(1).split(','), Number);
  if (text === 'u') return new Uint32Array();
  return text.startsWith('i') ? Int32Array.from(text.slice(1).split(','), Number) : Number(text);
}

/** Numbers of parameters with their values, once for each kind of context. */
function parametersOf(interfaceName: string): Map<number, unknown> {
  let found = parameters[interfaceName];
  if (found !== undefined) return found;
  found = new Map();
  const isSecond = interfaceName === SECOND_NAME;
  const { renderer } = currentProfile().gpu;
  const own = limitsOf(renderer, isSecond);
  for (const pair of `${COMMON}${isSecond ? ` ${SECOND}` : ''} ${own}`.split(' ')) {
    const [name = '', text = ''] = pair.split('=');
    mapSet(found, constantOf(interfaceName, name), parameterValue(text));
  }
  const version = isSecond ? 'WebGL 2.0 (OpenGL ES 3.0 Chromium)' : 'WebGL 1.0 (OpenGL ES 2.0 Chromium)';
  const language = isSecond ? 'ES 3.00 (OpenGL ES GLSL ES 3.0 Chromium)' : 'ES 1.0 (OpenGL ES GLSL ES 1.0 Chromium)';
  mapSet(found, constantOf(interfaceName, 'VERSION'), version);
  mapSet(found, constantOf(interfaceName, 'SHADING_LANGUAGE_VERSION'), `WebGL GLSL ${language}`);
  mapSet(found, constantOf(interfaceName, 'VENDOR'), 'WebKit');
  mapSet(found, constantOf(interfaceName, 'RENDERER'), 'WebKit WebGL');
  mapSet(found, MAX_ANISOTROPY, 16);
  mapSet(found, UNMASKED_VENDOR, currentProfile().gpu.vendor);
  mapSet(found, UNMASKED_RENDERER, currentProfile().gpu.renderer);
  parameters[interfaceName] = found;
  return found;
}

const VIEWPORT = 2978;
const SCISSOR_BOX = 3088;
const COLOR_WRITEMASK = 3107;

/** A parameter of a context. Lists are new each time: a page may write into what it was given. */
function parameterOf(record: LiveRecord, interfaceName: string, name: number): unknown {
  if (name === COLOR_WRITEMASK) return [true, true, true, true];
  if (name === VIEWPORT || name === SCISSOR_BOX) {
    const { width, height } = bitmapOf(record['canvas'] as PageNode);
    return Int32Array.from((record[`#${name}`] as readonly number[] | undefined) ?? [0, 0, width, height]);
  }
  const value = mapGet(parametersOf(interfaceName), name) ?? null;
  if (value instanceof Float32Array) return new Float32Array(value);
  return value instanceof Int32Array ? new Int32Array(value) : value;
}

/** What 'viewport' and 'scissor' set. */
function rectangleOf(args: ArrayLike<unknown>): readonly number[] {
  return [Number(args[0]) | 0, Number(args[1]) | 0, Number(args[2]) | 0, Number(args[3]) | 0];
}

const FIRST_NAME = 'WebGLRenderingContext';
const SECOND_NAME = 'WebGL2RenderingContext';

/** Kinds of shader precision: 35632 and 35633 are the shaders, 36336 to 36338 the floats, then the integers. */
function precision(kind: number): object {
  const isFloat = kind < 36_339;
  const values = isFloat
    ? { rangeMin: 127, rangeMax: 127, precision: 23 }
    : { rangeMin: 31, rangeMax: 30, precision: 0 };
  return liveObject('WebGLShaderPrecisionFormat', values);
}

const MADE = 'Buffer Framebuffer Program Query Renderbuffer Sampler Shader Texture TransformFeedback';

function behaviourOf(interfaceName: string, extensions: string): Behaviour {
  type Args = ArrayLike<unknown>;
  const made: Record<string, unknown> = {};
  for (const name of MADE.split(' ')) made[`create${name}`] = () => liveObject(`WebGL${name}`);
  return {
    ...made,
    createVertexArray: () => liveObject('WebGLVertexArrayObject'),
    getUniformLocation: () => liveObject('WebGLUniformLocation'),
    fenceSync: () => liveObject('WebGLSync'),
    drawingBufferWidth(this: LiveRecord) {
      return bitmapOf(this['canvas'] as PageNode).width;
    },
    drawingBufferHeight(this: LiveRecord) {
      return bitmapOf(this['canvas'] as PageNode).height;
    },
    drawingBufferColorSpace: 'srgb',
    unpackColorSpace: 'srgb',
    drawingBufferFormat: 32_856,
    getParameter(this: LiveRecord, args: Args) {
      return parameterOf(this, interfaceName, Number(args[0]));
    },
    viewport(this: LiveRecord, args: Args) {
      this[`#${VIEWPORT}`] = rectangleOf(args);
    },
    scissor(this: LiveRecord, args: Args) {
      this[`#${SCISSOR_BOX}`] = rectangleOf(args);
    },
    getSupportedExtensions: () => extensionsOf(currentProfile().gpu.renderer, extensions).split(' '),
    getExtension: (args: Args) => {
      const name = `${args[0]}`;
      if (!hasWord(` ${extensionsOf(currentProfile().gpu.renderer, extensions)} `, name)) return null;
      if (name === 'WEBGL_debug_renderer_info') {
        return { UNMASKED_VENDOR_WEBGL: UNMASKED_VENDOR, UNMASKED_RENDERER_WEBGL: UNMASKED_RENDERER };
      }
      if (name === 'EXT_texture_filter_anisotropic') {
        return { MAX_TEXTURE_MAX_ANISOTROPY_EXT: MAX_ANISOTROPY, TEXTURE_MAX_ANISOTROPY_EXT: 34_046 };
      }
      return name === 'WEBGL_lose_context' ? { loseContext() {}, restoreContext() {} } : {};
    },
    getContextAttributes: () => ({
      alpha: true,
      antialias: true,
      depth: true,
      desynchronized: false,
      failIfMajorPerformanceCaveat: false,
      powerPreference: 'default',
      premultipliedAlpha: true,
      preserveDrawingBuffer: false,
      stencil: false,
      xrCompatible: false,
    }),
    getShaderPrecisionFormat: (args: Args) => precision(Number(args[1])),
    getShaderParameter: () => true,
    // How many attributes and uniforms are in use: none; else that something went well.
    getProgramParameter: (args: Args) => (Number(args[1]) === 35_721 || Number(args[1]) === 35_718 ? 0 : true),
    getShaderInfoLog: () => '',
    getProgramInfoLog: () => '',
    getAttribLocation: () => 0,
    getError: () => 0,
    isContextLost: () => false,
    checkFramebufferStatus: () => FRAMEBUFFER_COMPLETE,
    clientWaitSync: () => 37_146,
    makeXRCompatible: () => Promise.resolve(),
  };
}

export function defineWebGl(): void {
  defineBehaviour(FIRST_NAME, behaviourOf(FIRST_NAME, EXTENSIONS_1));
  defineBehaviour(SECOND_NAME, behaviourOf(SECOND_NAME, EXTENSIONS_2));
  defineBehaviour('WebGLShaderPrecisionFormat', {});
}

/** `null` for a kind of context that is none of these. */
export function makeWebGlContext(kind: string, canvas: PageNode): object | null {
  if (kind === 'webgl2') return liveObject(SECOND_NAME, { canvas });
  return kind === 'webgl' || kind === 'experimental-webgl' ? liveObject(FIRST_NAME, { canvas }) : null;
}
