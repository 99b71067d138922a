import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withOriginalPositions } from './original-positions.ts'

function makeProgram(map?: object): { root: string; program: string } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-positions-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const program = path.join(root, '.next-programs/worker.js')
  fs.mkdirSync(path.dirname(program))
  if (map) fs.writeFileSync(`${program}.map`, JSON.stringify(map))
  return { root, program }
}

test('a position in a bundled program becomes the one in its source', () => {
  // Line 2 of the program corresponds to line 3 of the source.
  const { root, program } = makeProgram({
    version: 3,
    sources: ['../lib/kernel/errors.ts'],
    names: [],
    mappings: ';AAEA',
  })

  expect(withOriginalPositions(`Error: late\n    at end (file://${program}:2:1)`)).toBe(
    `Error: late\n    at end (file://${root}/lib/kernel/errors.ts:3:1)`,
  )
})

test('a position without a source map stays, and so does other text', () => {
  const { program } = makeProgram()
  const text = `at end (file://${program}:2:1) at file:///srv/guildhall/lib/errors.ts:3:1`

  expect(withOriginalPositions(text)).toBe(text)
})
