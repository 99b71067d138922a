import { expect, test } from 'vitest'
import type { Json } from '../contract/json/json.ts'
import { findTool } from '../tools/all-tools.ts'
import { requireVaultReach } from './require-vault-reach.ts'

const PLACES = ['read:Notes/**', 'write:Reports/*.md']

// biome-ignore format: a table reads in rows
test.each<[string, Json, string[], boolean]>([
  ['vault.readFile',   { path: 'Anywhere.md' },                          [],                true],
  ['vault.readFile',   { path: 'Notes/A.md' },                           PLACES,            true],
  ['vault.readFile',   { path: 'notes/deep/A.md' },                      PLACES,            true],
  ['vault.readFile',   { path: 'Reports/A.md' },                         PLACES,            false],
  ['vault.writeFile',  { path: 'Reports/A.md', content: '' },            PLACES,            true],
  ['vault.writeFile',  { path: 'Notes/A.md', content: '' },              PLACES,            false],
  ['vault.rename',     { fromPath: 'Reports/A.md', toPath: 'B.md' },     PLACES,            false],
  ['vault.listFiles',  { prefix: 'Notes/' },                             PLACES,            true],
  ['vault.listFiles',  {},                                               PLACES,            false],
  ['vault.listFiles',  {},                                               ['read:**'],       true],
  ['vault.searchText', { query: 'a', paths: ['Notes', 'Other'] },        PLACES,            false],
  ['vault.delete',     { path: 2026 },                                   PLACES,            false],
  ['vault.delete',     { path: 2026 },                                   ['write:20*'],     true],
  ['vault.delete',     { path: true },                                   PLACES,            false],
  ['vault.delete',     '{"path":"Other/A.md"}',                          ['write:*'],       false],
  ['vault.delete',     '{"path":"A.md"}',                                ['write:*'],       true],
  ['vault.searchText', { query: 'a', paths: [2026] },                    PLACES,            false],
  ['vault.searchText', { query: 'a', paths: 2026 },                      PLACES,            false],
  ['vault.searchText', { query: 'a', paths: '["Other\\u002fA.md"]' },    ['read:*'],        false],
  ['vault.searchText', { query: 'a' },                                   ['read:*'],        false],
  ['editor.replaceSelection', { text: '' },                              ['write:*'],       false],
  ['editor.replaceSelection', { text: '' },                              ['write:**'],      true],
  ['editor.getSelection', {},                                            PLACES,            false],
  ['util.slugifyTitle', { title: 'A' },                                  PLACES,            true],
])('%s with %j, by %j: %s', (name, args, vault, isAllowed) => {
  const call = () => requireVaultReach({ vault }, findTool(name)!, args)

  if (isAllowed) expect(call).not.toThrow()
  else expect(call).toThrow('has not declared')
})
