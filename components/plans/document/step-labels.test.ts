// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a plan writes references
// The sentence on a step's card, in the Run dialog and in the note that asks for confirmation.
import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { builtInPlanTools } from '#lib/plans/tools/find-plan-tools.ts'
import { stepPreview } from './step-labels.ts'

// biome-ignore format: table
const SENTENCES: [tool: string, args: JsonObject, sentence: string][] = [
  // The sentence names the most important argument, whatever its position.
  ['vault.delete',      { path: 'Notes' },                                           'Delete “Notes”'],
  ['vault.delete',      { path: 'Notes', trash: true },                              'Delete “Notes”'],
  ['vault.delete',      { path: 'Notes', trash: false },                             'Delete “Notes” permanently'],
  ['vault.createFile',  { path: 'a.md', content: '' },                               'Create “a.md”'],
  ['vault.createFile',  { path: 'a.md', content: '', collisionStrategy: 'error' },   'Create “a.md”'],
  ['vault.createFile',  { path: 'a.md', content: '', collisionStrategy: 'overwrite' }, 'Create or replace “a.md”'],
  ['vault.createFile',  { path: 'a.md', content: '', collisionStrategy: 'create-unique' }, 'Create “a.md”, or a unique name if it exists'],
  ['vault.rename',      { fromPath: 'a', toPath: 'b', collisionStrategy: 'overwrite' }, 'Rename “a” to “b”, replacing an existing file'],
  ['vault.writeFile',   { path: 'a.md', content: '' },                               'Write “a.md”'],
  ['vault.writeFile',   { path: 'a.md', content: '', mode: 'append' },               'Append to “a.md”'],
  // The sentence names the location, if it is given.
  ['vault.listFiles',   {},                                                          'List the files in the vault'],
  ['vault.listFiles',   { prefix: '' },                                              'List the files in the vault'],
  ['vault.listFiles',   { prefix: 'Notes' },                                         'List the files in “Notes”'],
  ['vault.searchText',  { query: 'x' },                                              'Search for “x” in the vault'],
  ['vault.searchText',  { query: 'x', paths: ['Notes'] },                            'Search for “x” in “Notes”'],
  ['vault.searchText',  { query: 'x', paths: ['A', 'B', '$vars.c', 'D', 'E'] },      'Search for “x” in “A”, “B”, “‹c›” and 2 more'],
  ['commands.list',     { prefix: 'guildhall:' },                                    'List the commands starting with “guildhall:”'],
  ['editor.replaceRange', { from: { line: 0, ch: 0 }, to: { line: 0, ch: 1 }, text: 'W' }, 'Replace a part of the text in the editor with “W”'],
  // The sentence is true even if an argument is not written yet or known only during the run.
  ['vault.listFiles',   { prefix: '$vars.folder' },                                  'List the files in “‹folder›”'],
  ['vault.delete',      { path: 'Notes', trash: '$vars.keep' },                      'Delete “Notes” permanently, or delete “Notes”'],
  ['vault.writeFile',   { path: 'a.md', mode: '${$vars.mode}' },                     'Append to “a.md”, or write “a.md”'],
  ['vault.writeFile',   { mode: 'append' },                                          'Append to “…”'],
]

test.each(SENTENCES)('a step that calls %s with %j has a sentence', (tool, args, sentence) => {
  expect(stepPreview({ steps: [] }, builtInPlanTools(), { id: 'one', tool, args })).toBe(sentence)
})
