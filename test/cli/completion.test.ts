import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { completionScript } from '../../src/cli/completion-command.ts';
import { scratchFolder } from '../vault/scratch.ts';

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
  assert.deepEqual(offered('click', '--button', ''), ['left', 'middle', 'right']);
  assert.deepEqual(offered('screenshot', 'package.j'), ['package.json']);
});

test('fish completes commands, options and words', { skip: isMissing('fish') }, (t) => {
  const script = join(scratchFolder(t), 'agentbrowser.fish');
  writeFileSync(script, completionScript('fish', COMMANDS));
  const words = (line: string) => {
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((each) => each.split('\t')[0]);
  };
  assert.deepEqual(words('agentbrowser sn'), ['snapshot']);
  assert.ok(words('agentbrowser type --su').includes('--submit'));
  assert.ok(words('agentbrowser tabs sel').includes('select'));
});

for (const way of ['read by source', 'a file of fpath'] as const) {
  test(`zsh takes the script as ${way}`, { skip: isMissing('zsh') }, (t) => {
    const folder = scratchFolder(t);
    writeFileSync(join(folder, '_agentbrowser'), completionScript('zsh', COMMANDS));
    const load = way === 'a file of fpath' ? '' : `source ${folder}/_agentbrowser;`;
    const init = `fpath=(${folder} $fpath); autoload -U compinit; compinit -u -d ${folder}/dump; ${load}`;
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', `${init} print $_comps[agentbrowser]`], {
      encoding: 'utf8',
    });
    assert.deepEqual([stdout, stderr], ['_agentbrowser\n', '']);
  });
}

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  test(`the script for ${shell} is one that it understands`, { skip: isMissing(shell) }, (t) => {
    const script = join(scratchFolder(t), shell);
    writeFileSync(script, completionScript(shell, COMMANDS));
    const { status, stderr } = spawnSync(shell, ['-n', script], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });

  test(`the script for ${shell} knows every command`, () => {
    const script = completionScript(shell, COMMANDS);
    for (const { name } of COMMANDS) assert.ok(script.includes(name), name);
  });
}
