import { expect, test } from 'vitest'
import type { Permissions } from '../../../contracts/document/skillset-document.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../../testing/factories.ts'
import { comparePermissions } from './compare-documents.ts'

const set = (permissions: Permissions) => makeSkillSetDocument({ permissions })
const secret = (overrides: object = {}): Permissions => ({
  secrets: [{ key: 'api_key', hosts: ['api.example.com'], ...overrides }],
})

test('a SkillSet that only computes has no lines of permissions', () => {
  expect(comparePermissions(null, set({}))).toEqual([])
})

test('all permissions of a first version are added', () => {
  const lines = comparePermissions(null, set({ network: ['a.example', 'b.example'] }))

  expect(lines.map(({ status }) => status)).toEqual(['added', 'added'])
})

test('new permissions come before removed ones, and unchanged ones come last', () => {
  const lines = comparePermissions(set({ network: ['stays', 'goes'] }), set({ network: ['stays', 'comes'] }))

  expect(lines.map(({ status, sentence }) => [status, sentence])).toEqual([
    ['added', expect.stringContaining('comes')],
    ['removed', expect.stringContaining('goes')],
    ['same', expect.stringContaining('stays')],
  ])
})

test('a secret that reaches one more host is a line that came and a line that went', () => {
  const lines = comparePermissions(set(secret()), set(secret({ hosts: ['api.example.com', 'evil.example'] })))

  expect(lines.map(({ status }) => status)).toEqual(['added', 'removed'])
})

test('a secret whose value enters the code is severe and comes first', () => {
  const [first] = comparePermissions(null, set({ network: ['a.example'], ...secret({ exposure: 'raw' }) }))

  expect(first).toMatchObject({
    status: 'added',
    isSevere: true,
    sentence: expect.stringContaining('api_key'),
  })
})

test('a skill that starts to run commands is severe', () => {
  const after = makeSkillSetDocument({ skills: [makeSkillDocument({ riskLevel: 'commands' })] })

  expect(comparePermissions(set({}), after)).toMatchObject([{ status: 'added', isSevere: true }])
})
