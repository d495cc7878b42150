/**
 * The package as users have it: `npm run build` makes it, and the scripts that use it run that first.
 */
export async function builtPackage(): Promise<typeof import('../src/index.ts')> {
  return (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof import('../src/index.ts');
}
