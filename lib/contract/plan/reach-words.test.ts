import { expect, test } from 'vitest'
import type { PlanTool } from './plan-tool.ts'
import { reachWords } from './reach-words.ts'

const skill = (more: Partial<PlanTool>): PlanTool => ({
  name: 'acme.notes.tidy',
  title: 'Tidy',
  inputSchema: {},
  outputSchema: {},
  riskLevel: 'writes',
  sideEffects: [],
  priceMicros: 0n,
  mostMs: 1,
  kind: 'skill',
  ...more,
})

// biome-ignore format: a table reads in rows
test.each<[string, PlanTool | undefined, string[]]>([
  ['a built-in tool does what its preview says', skill({ kind: 'tool' }), []],
  ['one that only reads',                        skill({ riskLevel: 'read-only', uses: ['vault.readFile'] }), []],
  ['what is not known',                          undefined, []],
  ['what it may read is not said',               skill({ uses: ['vault.readFile', 'vault.writeFile'] }), ['Its code writes files of your vault, at any path.']],
  ['it keeps to its places',                     skill({ uses: ['vault.writeFile', 'vault.delete'], vaultPlaces: ['Reports/**', 'Notes/*.md'] }), ['Its code writes files of your vault and deletes files of your vault, only at Reports/** and Notes/*.md.']],
  ['the editor has no path',                     skill({ uses: ['editor.insertAtCursor'] }), ['Its code types where your cursor is.']],
  ['what it says, and whom it runs',             skill({ sideEffects: ['Sends a letter.'], uses: ['acme.post.send'] }), ['It says what else it does: Sends a letter.', 'It may run acme.post.send.']],
])('%s', (_, tool, sentences) => {
  expect(reachWords(tool)).toEqual(sentences)
})
