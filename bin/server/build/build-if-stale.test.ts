import fs from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from '../runtime/project-root.ts'
import { generateClientIfStale, isClientStale } from './build-if-stale.ts'

const schema = fs.readFileSync(path.join(PROJECT_ROOT, 'prisma/schema.prisma'), 'utf8')
const client = fs.readFileSync(path.join(PROJECT_ROOT, 'lib/kernel/db/generated/internal/class.ts'), 'utf8')

test('a Prisma client of the current schema is not generated again', async () => {
  const log = vi.fn()

  await generateClientIfStale(log, ['--eval', 'process.exit(1)'])

  expect(log).not.toHaveBeenCalled()
})

test('a Prisma client generated from another schema is stale, and so is a missing one', () => {
  expect(isClientStale(schema, client)).toBe(false)
  expect(isClientStale(`${schema}\nmodel New {\n  id String @id\n}\n`, client)).toBe(true)
  expect(isClientStale(schema.replace('model User ', 'model Person '), client)).toBe(true)
  expect(isClientStale(schema, null)).toBe(true)
})

test('a failed generation of the Prisma client is reported in one sentence', async () => {
  const read = vi.spyOn(fs, 'readFileSync').mockReturnValueOnce(`${schema}\n// newer`)
  const log = vi.fn()

  const making = generateClientIfStale(log, ['--eval', 'console.error("no engine"); process.exit(1)'])

  await expect(making).rejects.toThrow(/Run “npm install”[\s\S]*no engine/)
  expect(log).toHaveBeenCalledOnce()
  read.mockRestore()
})
