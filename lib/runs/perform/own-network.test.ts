import { describe, expect, test } from 'vitest'
import { requireOwnNetworkSettings } from '../../settings/own-hosts.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import type { Runnable } from '../resolve/runnable.ts'
import { chooseOwnHosts } from './own-network.ts'

const OURS = '01900000-0000-7000-8000-000000000001'
const THEIRS = '01900000-0000-7000-8000-000000000002'

function runnable(overrides: Partial<Runnable> = {}): Runnable {
  const skill = makeSkillDocument()
  const permissions = { network: ['jira.internal', 'wiki.internal', '*.shop.example'] }
  return {
    ...{
      name: 'acme.desk.greet',
      publisher: 'acme',
      skillSetId: 's',
      versionId: 'v',
      versionNumber: '1.0.0',
    },
    ...{ mode: 'production', skill, document: makeSkillSetDocument({ skills: [skill], permissions }) },
    ...{ organisation: { id: OURS, name: 'Acme' }, isPublisherMember: true, isPublisherOrganisation: true },
    isApproved: false,
    ...overrides,
  }
}

const env = {
  GUILDHALL_SKILL_HOSTS: `*=wiki.internal:8080, ${OURS}=Jira.internal, ${THEIRS}=api.shop.example, *=undeclared.internal`,
  GUILDHALL_DRAFT_HOSTS: 'api.shop.example=127.0.0.1:4010, wiki.internal=localhost:4011',
}

describe('the hosts of the operator’s network that a run may reach', () => {
  test('are those listed for its organisation or for all, as far as the skill declares them', () => {
    expect(chooseOwnHosts(runnable(), [], env)).toEqual([
      { host: 'wiki.internal', port: 8080, mayBeThisMachine: true },
      { host: 'jira.internal', mayBeThisMachine: true },
    ])
  })

  test('are none for the skill of another publisher, although it declares them', () => {
    expect(chooseOwnHosts(runnable({ isPublisherOrganisation: false }), [], env)).toEqual([])
  })

  test('are mocks for a draft, in place of the host', () => {
    expect(chooseOwnHosts(runnable({ mode: 'development' }), [], env)).toEqual([
      { host: 'api.shop.example', mockPort: 4010 },
      { host: 'wiki.internal', mockPort: 4011 },
      { host: 'jira.internal', mayBeThisMachine: true },
    ])
  })

  test('are also those that an admin listed for its organisation', () => {
    const listed = ['jira.internal:8443', 'undeclared.internal', '10.0.0.1']

    expect(chooseOwnHosts(runnable(), listed, {})).toEqual([{ host: 'jira.internal', port: 8443 }])
    expect(chooseOwnHosts(runnable({ isPublisherOrganisation: false }), listed, {})).toEqual([])
    expect(chooseOwnHosts(runnable({ mode: 'development' }), ['wiki.internal'], env)).toContainEqual({
      host: 'wiki.internal',
      mockPort: 4011,
    })
  })

  test('are none without a setting', () => {
    expect(chooseOwnHosts(runnable({ mode: 'development' }), [], {})).toEqual([])
  })
})

test.each([
  { GUILDHALL_SKILL_HOSTS: 'jira.internal' },
  { GUILDHALL_SKILL_HOSTS: '*=https://jira.internal' },
  { GUILDHALL_SKILL_HOSTS: 'acme=jira.internal' },
  { GUILDHALL_DRAFT_HOSTS: 'api.shop.example=10.0.0.5:80' },
  { GUILDHALL_DRAFT_HOSTS: 'api.shop.example' },
])('a malformed list is an error for the operator at the start: %j', (given) => {
  expect(() => requireOwnNetworkSettings(given)).toThrow(Object.keys(given)[0])
})
