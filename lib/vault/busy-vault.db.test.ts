// Long work on files of a vault must not block other requests.
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { makeUser } from '../testing/factories.ts'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../testing/measure-blocking-work.ts'
import { importZip } from './archive/import-zip.ts'
import { writeFile } from './files/write-file.ts'
import { searchText } from './search/search-text.ts'
import type { VaultWriter } from './vault.ts'

async function makeVault(): Promise<VaultWriter> {
  const { id: userId, organisation } = await makeUser()
  return { db: database(), organisationId: organisation.id, userId }
}

test('searching a vault for a slow pattern does not block other requests', async () => {
  const vault = await makeVault()
  await writeFile(vault, { path: 'long.md', content: `${'a'.repeat(2_000)}\n`.repeat(100) })
  let result: Awaited<ReturnType<typeof searchText>> | undefined

  const longest = await longestBlockingMs(async () => {
    result = await searchText(vault, { query: '(.*a){20}!', mode: 'regex' })
  })

  expect(longest).toBeLessThan(MAX_BLOCKING_MS)
  expect(result?.matches).toEqual([])
})

// biome-ignore format: table
test.each([
  ['9,000 files',    () => Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`d${at % 90}/f${at}.md`, Buffer.from(`File ${at}`)]))],
  ['a 100 MB file',  () => ({ 'large.txt': new Uint8Array(100 * 1024 * 1024).fill(97) })],
])('importing an archive of %s does not block other requests', async (_what, files) => {
  const archive = zipSync(files(), { level: 1 })
  const vault = await makeVault()

  const longest = await longestBlockingMs(() => importZip(vault, archive))

  expect(longest).toBeLessThan(MAX_BLOCKING_MS)
})
