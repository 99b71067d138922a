// Runs the examples of the docs; `define-skill-set.test.ts` runs `research.ts`.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ValidationError } from '../errors.ts'
import { countWords } from './call-remote.ts'
import { writeSkillSet } from './publish-file.ts'
import { research } from './research.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function answerWith(status: number, body: unknown) {
  vi.stubEnv('GUILDHALL_KEY', 'gh_of_the_test')
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

test('a call returns its output', async () => {
  answerWith(200, { run_id: 'run_1', status: 'completed', output: { message: '2 words.', words: 2 } })

  expect(await countWords('two words')).toBe(2)
})

test('a refused call has a reason', async () => {
  const details = [{ path: '/text', message: 'is required' }]
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith(400, { error: { code: 'INVALID_INPUT', message: 'No.', recoverable: true, details } })

  await expect(countWords('')).rejects.toBeInstanceOf(ValidationError)
  expect(errorLog).toHaveBeenCalledWith(details)
})

test('a document is written', () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-example-')), 'skillset.json')
  writeSkillSet(file)

  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(research.toDocument())
  fs.rmSync(path.dirname(file), { recursive: true })
})
