import { expect, test } from 'vitest'
import type { PlanTool } from '../document/plan-tool.ts'
import { skillEffectLines } from './effect-lines.ts'

const skill = (more: Partial<PlanTool>): PlanTool => ({
  name: 'acme.notes.tidy',
  title: 'Tidy',
  inputSchema: {},
  outputSchema: {},
  riskLevel: 'writes',
  sideEffects: [],
  priceMicros: 0n,
  maxMs: 1,
  kind: 'skill',
  ...more,
})

// biome-ignore format: table
test.each<[string, PlanTool | undefined, string[]]>([
  ['a built-in tool does what its preview says', skill({ kind: 'tool' }), []],
  ['one that only reads',                        skill({ riskLevel: 'read-only', uses: ['vault.readFile'] }), []],
  ['an unknown tool',                          undefined, []],
  ['its read access is not declared',               skill({ uses: ['vault.readFile', 'vault.writeFile'] }), ['Its code writes files in your vault, at any path.']],
  ['it keeps to its places',                     skill({ uses: ['vault.writeFile', 'vault.delete'], vaultPatterns: ['Reports/**', 'Notes/*.md'] }), ['Its code writes files in your vault and deletes files in your vault, only at Reports/** and Notes/*.md.']],
  ['the editor has no path',                     skill({ uses: ['editor.insertAtCursor'] }), ['Its code inserts text at your cursor.']],
  ['its side effects and called skills',             skill({ sideEffects: ['Sends a letter.'], uses: ['acme.post.send'] }), ['It also declares these side effects: Sends a letter.', 'It may run acme.post.send.']],
])('the effect lines of a plan’s step: %s', (_, tool, sentences) => {
  expect(skillEffectLines(tool)).toEqual(sentences)
})
