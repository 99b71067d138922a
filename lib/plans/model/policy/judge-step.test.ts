// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { expect, test } from 'vitest'
import { type ApprovalPolicy, DEFAULT_POLICY } from './approval-policy.ts'
import { type JudgedStep, judgeStep } from './judge-step.ts'

const read: JudgedStep = {
  tool: 'vault.readFile',
  riskLevel: 'read-only',
  args: { path: 'Notes/a.md' },
  isResolved: true,
}

const write: JudgedStep = { ...read, tool: 'vault.writeFile', riskLevel: 'writes' }

const run: JudgedStep = {
  tool: 'commands.run',
  riskLevel: 'commands',
  args: { id: 'core:theme' },
  isResolved: true,
}

const search: JudgedStep = {
  tool: 'vault.searchText',
  riskLevel: 'read-only',
  args: { query: 'x' },
  isResolved: true,
}

const skill: JudgedStep = {
  tool: 'acme.text.count@^1.2',
  riskLevel: 'read-only',
  args: { path: '../etc' },
  isResolved: true,
}

// biome-ignore format: table
test.each<[string, Partial<ApprovalPolicy>, JudgedStep, string]>([
  ['asks about reading by default',      {}, read, 'ask'],
  ['asks about writing',                             {}, write, 'ask'],
  ['lets reading go by itself',                      { mode: 'auto-read-only' }, read, 'allow'],
  ['asks about writing all the same',                { mode: 'auto-read-only' }, write, 'ask'],
  ['asks about commands all the same',               { mode: 'auto-read-only' }, run, 'ask'],
  ['lets nothing run',                               { mode: 'never' }, read, 'deny'],
  ['denies what is denied',                          { mode: 'auto-read-only', deniedTools: ['vault.readFile'] }, read, 'deny'],
  ['denies by pattern',                              { deniedTools: ['vault.*'] }, write, 'deny'],
  ['denies what is allowed and denied',              { allowedTools: ['vault.*'], deniedTools: ['*.writeFile'] }, write, 'deny'],
  ['denies a skill in any version',                  { deniedTools: ['acme.text.*'] }, skill, 'deny'],
  ['denies what is not on the list',                 { allowedTools: ['vault.*'] }, run, 'deny'],
  ['asks about what is on the list',                 { allowedTools: ['vault.*'] }, write, 'ask'],
  ['denies a skill that uses what is not on the list', { allowedTools: ['acme.*'] }, { ...skill, uses: ['vault.readFile'] }, 'deny'],
  ['denies a skill that calls what is not on the list', { allowedTools: ['acme.*'] }, { ...skill, uses: ['other.text.count'] }, 'deny'],
  ['asks about a skill that uses what is on the list', { allowedTools: ['acme.*', 'vault.read*'] }, { ...skill, uses: ['acme.text.trim', 'vault.readFile'] }, 'ask'],
  ['denies a skill that may run commands off the list', { allowedTools: ['acme.*', 'commands.run'] }, { ...skill, uses: ['commands.run'] }, 'deny'],
  ['asks about it where all tools are on the list',  { allowedTools: ['*'] }, { ...skill, uses: ['commands.run'] }, 'ask'],
  ['asks within the paths',                          { allowedPaths: ['Notes/**'] }, write, 'ask'],
  ['denies outside the paths',                       { allowedPaths: ['Drafts/**'] }, write, 'deny'],
  ['denies one outside among several',               { allowedPaths: ['Notes/**'] }, { ...search, args: { query: 'x', paths: ['Notes', 'Other'] } }, 'deny'],
  ['denies one end of a move outside',               { allowedPaths: ['Notes/**'] }, { ...write, tool: 'vault.rename', args: { fromPath: 'Notes/a', toPath: 'b' } }, 'deny'],
  ['denies a number outside, which becomes a text',  { allowedPaths: ['Notes/**'] }, { ...write, tool: 'vault.delete', args: { path: 2026 } }, 'deny'],
  ['asks about a number within',                     { allowedPaths: ['20*'] }, { ...write, tool: 'vault.delete', args: { path: 2026 } }, 'ask'],
  ['denies what is true and becomes a text',         { allowedPaths: ['Notes/**'] }, { ...write, args: { path: true } }, 'deny'],
  ['denies a number in a list',                      { allowedPaths: ['Notes/**'] }, { ...search, args: { query: 'x', paths: ['Notes', 2026] } }, 'deny'],
  ['denies a number that becomes a list',            { allowedPaths: ['Notes/**'] }, { ...search, args: { query: 'x', paths: 2026 } }, 'deny'],
  ['denies what a list as text hides',               { allowedPaths: ['*'] }, { ...search, args: { query: 'x', paths: '["Other\\u002fa.md"]' } }, 'deny'],
  ['asks about a list as text that keeps within',    { allowedPaths: ['Notes/**'] }, { ...search, args: { query: 'x', paths: '["Notes/a.md"]' } }, 'ask'],
  ['denies what reaches everywhere',                 { allowedPaths: ['Notes/**'] }, search, 'deny'],
  ['denies the vault itself where only names in it are', { allowedPaths: ['*'] }, { ...search, tool: 'vault.listFiles', args: { prefix: '/' } }, 'deny'],
  ['denies what reaches who knows where',            { allowedPaths: ['Notes/**'] }, { ...write, tool: 'editor.replaceSelection', args: { text: '' } }, 'deny'],
  ['does not mind the path of a skill',              { mode: 'auto-read-only', allowedPaths: ['Notes/**'] }, skill, 'allow'],
  ['denies a skill that uses what is denied',        { deniedTools: ['vault.writeFile'] }, { ...skill, uses: ['util.slugifyTitle', 'vault.writeFile'] }, 'deny'],
  ['denies a skill that reaches who knows where',    { allowedPaths: ['Notes/**'] }, { ...skill, uses: ['vault.readFile'] }, 'deny'],
  ['asks about a skill that keeps to the paths',      { allowedPaths: ['Notes/**'] }, { ...skill, uses: ['vault.readFile'], vaultPatterns: ['Notes/a/*.md', 'notes/b'] }, 'ask'],
  ['denies a skill that may reach beyond them',      { allowedPaths: ['Notes/**'] }, { ...skill, uses: ['vault.readFile'], vaultPatterns: ['Notes/a', '**/*.md'] }, 'deny'],
  ['denies a command whose skill is denied',         { deniedTools: ['acme.*'] }, { ...run, runs: ['acme.text.count'] }, 'deny'],
  ['denies a command whose skill is not on the list', { allowedTools: ['commands.*'] }, { ...run, runs: ['acme.text.count'] }, 'deny'],
  ['asks about a command whose skill is on the list', { allowedTools: ['commands.*', 'acme.*'] }, { ...run, runs: ['acme.text.count'] }, 'ask'],
  ['denies a command that makes a file somewhere',   { allowedPaths: ['Notes/**'] }, { ...run, runs: ['vault.createFile'] }, 'deny'],
  ['denies a skill that may run any command',        { deniedTools: ['vault.delete'] }, { ...skill, uses: ['commands.run'] }, 'deny'],
  ['denies it where only some paths may be touched', { allowedPaths: ['Notes/**'] }, { ...skill, uses: ['commands.run'], vaultPatterns: ['Notes/**'] }, 'deny'],
  ['asks about a skill whose tools are not denied',  { deniedTools: ['vault.*'], allowedPaths: ['a'] }, { ...skill, uses: ['util.slugifyTitle'] }, 'ask'],
  ['waits for a path that is not known yet',         { allowedPaths: ['Notes/**'] }, { ...write, args: { path: 'Other/${$item.name}' }, isResolved: false }, 'ask'],
  ['judges that path once it is known',              { allowedPaths: ['Notes/**'] }, { ...write, args: { path: 'Other/x' } }, 'deny'],
  ['judges a known name that looks like a reference', { allowedPaths: ['Notes/**'] }, { ...write, args: { path: '$item.name' } }, 'deny'],
])('the policy judges a step: %s', (_, policy, step, verdict) => {
  expect(judgeStep({ ...DEFAULT_POLICY, ...policy }, step).verdict).toBe(verdict)
})

test('the policy gives a reason for its judgement of a step', () => {
  expect(judgeStep({ ...DEFAULT_POLICY, allowedPaths: ['Drafts/**'] }, write)).toEqual({
    verdict: 'deny',
    reason: '“Notes/a.md” is not one of the paths that plans can access: “Drafts/**”',
  })
})

test('the policy names the tool through which a skill is not on the list', () => {
  const policy = { ...DEFAULT_POLICY, allowedTools: ['acme.*', 'commands.run'] }

  expect(judgeStep(policy, { ...skill, uses: ['vault.readFile'] })).toEqual({
    verdict: 'deny',
    reason: 'acme.text.count uses vault.readFile, which is not one of the tools that plans can use',
  })
  expect(judgeStep(policy, { ...skill, uses: ['commands.run'] })).toEqual({
    verdict: 'deny',
    reason: 'acme.text.count uses commands.run, which can run tools that plans cannot use',
  })
})
