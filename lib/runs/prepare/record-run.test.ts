import { expect, test } from 'vitest'
import { NO_CONFIG } from '../../config/unseal-config.ts'
import { makeSkillSetDocument } from '../../testing/factories.ts'
import type { Runnable } from '../resolve/runnable.ts'
import { mayStartUnflushed } from './record-run.ts'

const document = makeSkillSetDocument()
const withPermissions = (permissions: NonNullable<typeof document.permissions>) => ({
  runnable: { document: { ...document, permissions } } as Runnable,
  config: NO_CONFIG,
})

test('a run that reaches the network starts only after its record is on disk', () => {
  const accounts = [{ connectionId: 'one', hosts: ['api.example.com'] }]

  expect(mayStartUnflushed(withPermissions({ network: ['api.example.com'] }))).toBe(false)
  expect(mayStartUnflushed(withPermissions({ network: [] }))).toBe(true)
  expect(mayStartUnflushed(withPermissions({}))).toBe(true)
  const withAccount = { ...NO_CONFIG, integrations: { context: {}, accounts } }
  expect(mayStartUnflushed({ ...withPermissions({}), config: withAccount })).toBe(false)
})
