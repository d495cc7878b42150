import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { completionScript } from '../../src/cli/completion-command.ts';

const isMissing = (shell: string) => spawnSync(shell, ['--version']).error !== undefined && `${shell} is not installed`;

/** What bash offers behind these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', COMMANDS)}
    COMP_WORDS=(agentbrowser ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
    _agentbrowser; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.split('\n').filter(Boolean);
}

test('bash completes commands, options and words', { skip: isMissing('bash') }, () => {
  assert.deepEqual(offered('sn'), ['snapshot']);
  assert.deepEqual(offered('type', '--su'), ['--submit']);
  assert.deepEqual(offered('--json', 'tabs', 'sel'), ['select']);
});

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  test(`the script for ${shell} is one that it understands`, { skip: isMissing(shell) }, () => {
    const { status, stderr } = spawnSync(shell, ['-n'], {
      input: completionScript(shell, COMMANDS),
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  });

  test(`the script for ${shell} knows every command`, () => {
    const script = completionScript(shell, COMMANDS);
    for (const { name } of COMMANDS) assert.ok(script.includes(name), name);
  });
}
