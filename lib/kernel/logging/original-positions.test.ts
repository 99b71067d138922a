import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withOriginalPositions } from './original-positions.ts'

function makeChunk(map?: object): { root: string; chunk: string } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-positions-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const chunk = path.join(root, '.next/server/chunks/[root]__a1._.js')
  fs.mkdirSync(path.dirname(chunk), { recursive: true })
  if (map) fs.writeFileSync(`${chunk}.map`, JSON.stringify(map))
  return { root, chunk }
}

test('a position in the server’s bundle becomes the one in its source', () => {
  // Line 2 of the chunk corresponds to line 3 of the source.
  const { root, chunk } = makeChunk({
    version: 3,
    sources: ['../../../lib/kernel/errors.ts'],
    names: [],
    mappings: ';AAEA',
  })

  expect(withOriginalPositions(`Error: late\n    at end (${chunk}:2:1)`)).toBe(
    `Error: late\n    at end (${root}/lib/kernel/errors.ts:3:1)`,
  )
})

test('a position without a source map stays, and so does other text', () => {
  const { chunk } = makeChunk()
  const text = `at end (${chunk}:2:1) at file:///srv/guildhall/lib/errors.ts:3:1`

  expect(withOriginalPositions(text)).toBe(text)
})
