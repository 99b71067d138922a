// The service checks access too, whatever the channel has already checked.
import { beforeAll, expect, test } from 'vitest'
import type { Context, KeyGrant } from '../context/context.ts'
import { contextFor, makeUser, visitor } from '../testing/factories.ts'
import { writeFile } from './files/write-file.ts'
import { listFileHistory, listJournal } from './history/history.ts'
import { searchText } from './search/search-text.ts'
import { openVault, openVaultToWrite } from './vault.ts'

let ours: Context
let theirs: Context
beforeAll(async () => {
  ours = await contextFor(await makeUser())
  theirs = await contextFor(await makeUser())
})

const withScopes = (...scopes: KeyGrant['scopes']): Context => ({
  ...ours,
  keyId: 'key',
  keyGrant: { scopes, skillSets: [], dailyCapMicros: null },
})

test('an API key reads the vault with the scope “read” and writes with “write”; a visitor does neither', () => {
  const denied = expect.objectContaining({ code: 'POLICY_DENIED' })
  expect(openVault(withScopes('read'))).toMatchObject({ organisationId: ours.viewer?.organisationId })
  expect(openVaultToWrite(withScopes('write'))).toMatchObject({ userId: ours.viewer?.userId })

  expect(() => openVault(withScopes('run', 'write'))).toThrow(denied)
  expect(() => openVaultToWrite(withScopes('run', 'read'))).toThrow(denied)
  expect(() => openVault(visitor())).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }))
})

test('an API key for some SkillSets only cannot open the vault', () => {
  const keyGrant = {
    scopes: ['read', 'run', 'write'] as const,
    skillSets: ['acme.text'],
    dailyCapMicros: null,
  }
  const denied = expect.objectContaining({ code: 'POLICY_DENIED' })

  for (const open of [openVault, openVaultToWrite])
    expect(() => open({ ...ours, keyId: 'key', keyGrant })).toThrow(denied)
})

test('the history of a path, the journal and the search show nothing of another organisation with the same path', async () => {
  const file = { path: 'Notes/same.md', content: 'the same words' }
  await writeFile(openVaultToWrite(theirs, { note: 'theirs' }), file)
  await writeFile(openVaultToWrite(theirs), { ...file, path: 'Notes/theirs.md' })
  await writeFile(openVaultToWrite(ours, { note: 'ours' }), file)
  const vault = openVault(ours)

  expect((await listFileHistory(vault, file.path)).map(({ note }) => note)).toEqual(['ours'])
  expect((await listJournal(vault)).map(({ note }) => note)).toEqual(['ours'])
  const { matches } = await searchText(vault, { query: 'words' })
  expect(matches.map(({ path }) => path)).toEqual([file.path])
})
