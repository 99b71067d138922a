import { expect, test } from 'vitest'
import type { ConfigDefinition, Permissions, SkillDocument } from '../document/skillset-document.ts'
import { instructionRights, newPermissions, permissionLines } from './permission-lines.ts'

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
const CLIENT = {
  kind: 'oauth-client-credentials',
  tokenUrl: 'https://auth.test/token',
  clientId: 'client_id',
} as const
const sentencesOf = (permissions: Permissions, skills?: SkillDocument[]) =>
  permissionLines(document(permissions, skills)).map(({ sentence }) => sentence)

test('a SkillSet that only computes has no permission lines', () => {
  expect(permissionLines(document({}))).toEqual([])
})

// biome-ignore format: table
test.each<[string, Permissions, string]>([
  ['a host', { network: ['api.example.com'] }, 'Connects to api.example.com.'],
  ['a family of hosts', { network: ['*.example.com'] }, 'Connects to any host ending in .example.com.'],
  ['a brokered secret', { secrets: [{ key: 'api_key', hosts: ['a.test', 'b.test'] }] }, 'Sends your “Mail key” to a.test, b.test only. Its code cannot read it.'],
  ['a raw secret', { secrets: [{ key: 'api_key', hosts: [], exposure: 'raw', reason: 'It signs.' }] }, 'Its code can read your “Mail key” directly. The publisher’s reason: “It signs.”'],
  ['a secret that signs', { secrets: [{ key: 'api_key', hosts: ['a.test'], use: { kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'X-Signature' } }] }, 'Signs requests to a.test with your “Mail key” (HMAC). It is sent to no host, and its code cannot read it.'],
  ['the secret of an OAuth client', { secrets: [{ key: 'api_key', hosts: ['a.test'], use: CLIENT }] }, 'Sends your “Mail key” to auth.test only, in exchange for tokens (OAuth client credentials) that it sends to a.test. Its code can read neither.'],
  ['a secret without hosts', { secrets: [{ key: 'api_key', hosts: [] }] }, 'Asks for your “Mail key” but sends it to no host. Its code cannot read it.'],
  ['files to read', { vault: ['read:notes/**'] }, 'Reads your files matching notes/**.'],
  ['files to write', { vault: ['write:out/*.md'] }, 'Writes to your files matching out/*.md.'],
  ['a tool', { tools: ['clock'] }, 'Uses the tool clock.'],
  ['a built-in tool', { tools: ['vault.readFile'] }, 'Uses the tool vault.readFile: it reads files in your vault.'],
  ['another skill', { skills: ['acme.mail.send@^1.0'] }, 'Calls the skill acme.mail.send@^1.0.'],
])('permission lines describe %s in plain words', (_, permissions, sentence) => {
  expect(sentencesOf(permissions)).toEqual([sentence])
})

test('the permission lines of a skill that makes changes list them, with one period at the end', () => {
  const sideEffects = ['sends a mail', 'Posts a message that others can read.']

  expect(sentencesOf({}, [skill({ riskLevel: 'writes', sideEffects })])).toEqual([
    '“Send mail” makes changes outside the run: sends a mail; Posts a message that others can read.',
  ])
})

// biome-ignore format: table
test.each<[string, Permissions, Permissions, number]>([
  ['nothing new', { network: ['a.test'] }, { network: ['a.test'] }, 0],
  ['less', { network: ['a.test', 'b.test'] }, { network: ['a.test'] }, 0],
  ['another host', { network: ['a.test'] }, { network: ['a.test', 'b.test'] }, 1],
  ['a secret to one host more', { secrets: [{ key: 'api_key', hosts: ['a.test'] }] }, { secrets: [{ key: 'api_key', hosts: ['a.test', 'b.test'] }] }, 1],
  ['a secret that was brokered, raw', { secrets: [{ key: 'api_key', hosts: ['a.test'] }] }, { secrets: [{ key: 'api_key', hosts: ['a.test'], exposure: 'raw' }] }, 1],
  ['a secret that only signed, sent', { secrets: [{ key: 'api_key', hosts: ['a.test'], use: { kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'X-Signature' } }] }, { secrets: [{ key: 'api_key', hosts: ['a.test'] }] }, 1],
  ['a secret that only signed, sent to a token endpoint', { secrets: [{ key: 'api_key', hosts: ['a.test'], use: { kind: 'jwt', algorithm: 'HS256' } }] }, { secrets: [{ key: 'api_key', hosts: ['a.test'], use: CLIENT }] }, 1],
  ['writing where it only read', { vault: ['read:x'] }, { vault: ['read:x', 'write:x'] }, 1],
])('an upgrade to %s asks for one consent per new permission', (_, before, after, count) => {
  expect(newPermissions(document(before), document(after))).toHaveLength(count)
})

test('a skill that begins to change things asks for consent', () => {
  expect(newPermissions(document({}), document({}, [skill({ riskLevel: 'commands' })]))).toMatchObject([
    { kind: 'risk', isSevere: true },
  ])
})

test('instructions are followed with the rights of the agent, which is said', () => {
  expect(instructionRights([])).toBeUndefined()
  expect(instructionRights([{ name: 'Brand voice' }])).toBe(
    'An agent that follows “Brand voice” does so with its own rights: no permission here limits it.',
  )
})
