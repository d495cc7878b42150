/**
 * Public types that schemas of the protocol give, written out: in the code they are `z.output<typeof schema>`.
 *
 * Out: for each such name, its type as text. This asks TypeScript's checker, which takes seconds.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url));
const CONFIG = fileURLToPath(new URL('../tsconfig.json', import.meta.url));

export function resolvedTypes(): (name: string) => string {
  const { config } = ts.readConfigFile(CONFIG, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    config.compilerOptions,
    fileURLToPath(new URL('..', import.meta.url)),
  );
  const program = ts.createProgram([ENTRY], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(ENTRY)!)!;
  const symbols = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]));
  const printer = ts.createPrinter();
  const file = program.getSourceFile(ENTRY)!;
  return (name) => {
    const symbol = checker.getAliasedSymbol(symbols.get(name)!);
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const flags =
      ts.NodeBuilderFlags.NoTruncation |
      ts.NodeBuilderFlags.InTypeAlias |
      ts.NodeBuilderFlags.MultilineObjectLiterals |
      ts.NodeBuilderFlags.UseSingleQuotesForStringLiteralType;
    const node = checker.typeToTypeNode(type, undefined, flags)!;
    const text = printer.printNode(ts.EmitHint.Unspecified, node, file);
    // Optional members say so by their mark.
    return text.replaceAll(/(\?: [^;]*?) \| undefined(?=;)/g, '$1').replaceAll('    ', '  ');
  };
}
