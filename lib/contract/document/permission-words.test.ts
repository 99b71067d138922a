import { expect, test } from 'vitest'
import { newPermissions, permissionLines } from './permission-words.ts'
import type { ConfigDefinition, Permissions, SkillDocument } from './skillset-document.ts'

const skill = (overrides: Partial<SkillDocument> = {}): SkillDocument => ({
  slug: 'send',
  name: 'Send mail',
  description: '',
  prompt: '',
  ...overrides,
})
const configDefinitions: ConfigDefinition[] = [
  { key: 'api_key', label: 'Mail key', type: 'SECRET', required: true, order: 1 },
]
const document = (permissions: Permissions, skills = [skill()]) => ({
  permissions,
  configDefinitions,
  skills,
})
const wordsOf = (permissions: Permissions, skills?: SkillDocument[]) =>
  permissionLines(document(permissions, skills)).map(({ sentence }) => sentence)

test('a SkillSet that only computes has no lines', () => {
  expect(permissionLines(document({}))).toEqual([])
})

// biome-ignore format: a table reads in rows
test.each<[string, Permissions, string]>([
  ['a host', { network: ['api.example.com'] }, 'Talks to api.example.com.'],
  ['a family of hosts', { network: ['*.example.com'] }, 'Talks to any address that ends in .example.com.'],
  ['a brokered secret', { secrets: [{ key: 'api_key', hosts: ['a.test', 'b.test'] }] }, 'Sends your “Mail key” to a.test, b.test, never elsewhere. Its code does not see it.'],
  ['a raw secret', { secrets: [{ key: 'api_key', hosts: [], exposure: 'raw', reason: 'It signs.' }] }, 'Its code reads your “Mail key” as it is. The publisher says why: “It signs.”'],
  ['a secret for nobody', { secrets: [{ key: 'api_key', hosts: [] }] }, 'Asks for your “Mail key” and sends it nowhere. Its code does not see it.'],
  ['files to read', { vault: ['read:notes/**'] }, 'Reads your files at notes/**.'],
  ['files to write', { vault: ['write:out/*.md'] }, 'Writes your files at out/*.md.'],
  ['a tool', { tools: ['clock'] }, 'Uses the tool clock.'],
  ['a built-in tool', { tools: ['vault.readFile'] }, 'Uses the tool vault.readFile: it reads files of your vault.'],
  ['another skill', { skills: ['acme.mail.send@^1.0'] }, 'Runs the skill acme.mail.send@^1.0 as part of its work.'],
])('says %s in plain words', (_, permissions, sentence) => {
  expect(wordsOf(permissions)).toEqual([sentence])
})

test('a skill that changes things says what', () => {
  expect(wordsOf({}, [skill({ riskLevel: 'writes', sideEffects: ['sends a mail'] })])).toEqual([
    '“Send mail” changes things outside its run: sends a mail.',
  ])
})

// biome-ignore format: a table reads in rows
test.each<[string, Permissions, Permissions, number]>([
  ['nothing new', { network: ['a.test'] }, { network: ['a.test'] }, 0],
  ['less', { network: ['a.test', 'b.test'] }, { network: ['a.test'] }, 0],
  ['another host', { network: ['a.test'] }, { network: ['a.test', 'b.test'] }, 1],
  ['a secret to one host more', { secrets: [{ key: 'api_key', hosts: ['a.test'] }] }, { secrets: [{ key: 'api_key', hosts: ['a.test', 'b.test'] }] }, 1],
  ['a secret that was brokered, raw', { secrets: [{ key: 'api_key', hosts: ['a.test'] }] }, { secrets: [{ key: 'api_key', hosts: ['a.test'], exposure: 'raw' }] }, 1],
  ['writing where it only read', { vault: ['read:x'] }, { vault: ['read:x', 'write:x'] }, 1],
])('an upgrade to %s asks for as many consents', (_, before, after, count) => {
  expect(newPermissions(document(before), document(after))).toHaveLength(count)
})

test('a skill that begins to change things asks for consent', () => {
  expect(newPermissions(document({}), document({}, [skill({ riskLevel: 'commands' })]))).toMatchObject([
    { kind: 'risk', isGrave: true },
  ])
})
