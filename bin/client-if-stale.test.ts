import fs from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { isStale, makeClientIfStale } from './client-if-stale.ts'
import { ROOT } from './root.ts'

const schema = fs.readFileSync(path.join(ROOT, 'prisma/schema.prisma'), 'utf8')
const client = fs.readFileSync(path.join(ROOT, 'lib/db/generated/internal/class.ts'), 'utf8')

test('the client that was made last is the one of the schema, and nothing is made', async () => {
  const log = vi.fn()

  await makeClientIfStale(log, ['--eval', 'process.exit(1)'])

  expect(log).not.toHaveBeenCalled()
})

test('one that was made from another schema is old, and so is one that is not there', () => {
  expect(isStale(schema, client)).toBe(false)
  expect(isStale(`${schema}\nmodel New {\n  id String @id\n}\n`, client)).toBe(true)
  expect(isStale(schema.replace('model User ', 'model Person '), client)).toBe(true)
  expect(isStale(schema, null)).toBe(true)
})

test('what cannot be made is said in a sentence', async () => {
  const read = vi.spyOn(fs, 'readFileSync').mockReturnValueOnce(`${schema}\n// newer`)
  const log = vi.fn()

  const making = makeClientIfStale(log, ['--eval', 'console.error("no engine"); process.exit(1)'])

  await expect(making).rejects.toThrow(/Run “npm install”[\s\S]*no engine/)
  expect(log).toHaveBeenCalledOnce()
  read.mockRestore()
})
