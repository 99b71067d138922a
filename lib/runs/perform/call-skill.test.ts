import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { findBuiltInTool } from '../../tools/built-in-tools.ts'
import { requireVaultReach } from './call-skill.ts'

const DECLARED_PATHS = ['read:Notes/**', 'write:Reports/*.md']

// biome-ignore format: table
test.each<[string, Json, string[], boolean]>([
  ['vault.readFile',   { path: 'Anywhere.md' },                          [],                true],
  ['vault.readFile',   { path: 'Notes/A.md' },                           DECLARED_PATHS,            true],
  ['vault.readFile',   { path: 'notes/deep/A.md' },                      DECLARED_PATHS,            true],
  ['vault.readFile',   { path: 'Reports/A.md' },                         DECLARED_PATHS,            false],
  ['vault.writeFile',  { path: 'Reports/A.md', content: '' },            DECLARED_PATHS,            true],
  ['vault.writeFile',  { path: 'Notes/A.md', content: '' },              DECLARED_PATHS,            false],
  ['vault.rename',     { fromPath: 'Reports/A.md', toPath: 'B.md' },     DECLARED_PATHS,            false],
  ['vault.listFiles',  { prefix: 'Notes/' },                             DECLARED_PATHS,            true],
  ['vault.listFiles',  {},                                               DECLARED_PATHS,            false],
  ['vault.listFiles',  {},                                               ['read:**'],       true],
  ['vault.searchText', { query: 'a', paths: ['Notes', 'Other'] },        DECLARED_PATHS,            false],
  ['vault.delete',     { path: 2026 },                                   DECLARED_PATHS,            false],
  ['vault.delete',     { path: 2026 },                                   ['write:20*'],     true],
  ['vault.delete',     { path: true },                                   DECLARED_PATHS,            false],
  ['vault.delete',     '{"path":"Other/A.md"}',                          ['write:*'],       false],
  ['vault.delete',     '{"path":"A.md"}',                                ['write:*'],       true],
  ['vault.searchText', { query: 'a', paths: [2026] },                    DECLARED_PATHS,            false],
  ['vault.searchText', { query: 'a', paths: 2026 },                      DECLARED_PATHS,            false],
  ['vault.searchText', { query: 'a', paths: '["Other\\u002fA.md"]' },    ['read:*'],        false],
  ['vault.searchText', { query: 'a' },                                   ['read:*'],        false],
  ['editor.replaceSelection', { text: '' },                              ['write:*'],       false],
  ['editor.replaceSelection', { text: '' },                              ['write:**'],      true],
  ['editor.getSelection', {},                                            DECLARED_PATHS,            false],
  ['util.slugifyTitle', { title: 'A' },                                  DECLARED_PATHS,            true],
])('%s with %j, by %j: %s', (name, args, vault, isAllowed) => {
  const call = () => requireVaultReach({ vault }, findBuiltInTool(name)!, args)

  if (isAllowed) expect(call).not.toThrow()
  else expect(call).toThrow('does not declare')
})
