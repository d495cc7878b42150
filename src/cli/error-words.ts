/**
 * Errors as a person at a shell reads them. Messages are written for callers of the library, whose methods are commands here.
 */
const COMMANDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\bCall state\(\)/g, "Run 'agentbrowser snapshot'"],
  [/\bUse goto\(\)/g, "Use 'agentbrowser open <url>'"],
  [/\bgive a longer timeoutMs/g, 'give a longer --timeout'],
  [/\bbrowser\.session\(\) starts a new one/g, "'agentbrowser open <url>' starts a new one"],
  [/\bGive model: \{ model, baseUrl \}/g, 'Give --model and --model-url'],
  [/\bCreate another\b/g, "Run 'agentbrowser open <url>'"],
];

export function shellWords(message: string): string {
  return COMMANDS.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
}
