/**
 * Cascade layers of one tree, in the order in which they were first named.
 *
 * CSS Cascade 5 §6.4 https://drafts.csswg.org/css-cascade-5/#layering
 */
import type { LayerName } from './stylesheet.ts';

/** One layer. `order` is set by `numberLayers`; a larger one wins. */
export class Layer {
  readonly children: Layer[] = [];
  private readonly named = new Map<string, Layer>();
  order = 0;

  /** The layer of this name inside this one; a new one when it is named for the first time. */
  descend(name: LayerName): Layer {
    let layer: Layer = this;
    for (const part of name) layer = layer.child(part);
    return layer;
  }

  /** A new layer without a name: nothing can be added to it later. */
  anonymous(): Layer {
    const layer = new Layer();
    this.children.push(layer);
    return layer;
  }

  private child(name: string): Layer {
    let layer = this.named.get(name);
    if (layer === undefined) {
      layer = this.anonymous();
      this.named.set(name, layer);
    }
    return layer;
  }
}

/** Numbers all layers so that a layer comes after the layers inside it, and un-layered styles (the root) come last. */
export function numberLayers(root: Layer): void {
  let order = 0;
  // Post-order without recursion: pages choose the depth.
  const stack: { readonly layer: Layer; next: number }[] = [{ layer: root, next: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const child = top.layer.children[top.next++];
    if (child !== undefined) {
      stack.push({ layer: child, next: 0 });
    } else {
      top.layer.order = order++;
      stack.pop();
    }
  }
}
