import { expect, test } from 'vitest'
import { makeSkillSetDocument } from '../../testing/factories.ts'
import { mayStartUnflushed } from './record-run.ts'

const document = makeSkillSetDocument()
const withPermissions = (permissions: NonNullable<typeof document.permissions>) => ({
  document: { ...document, permissions },
})

test('a run that reaches the network starts only after its record is on disk', () => {
  expect(mayStartUnflushed(withPermissions({ network: ['api.example.com'] }))).toBe(false)
  expect(mayStartUnflushed(withPermissions({ network: [] }))).toBe(true)
  expect(mayStartUnflushed({ document })).toBe(true)
})
