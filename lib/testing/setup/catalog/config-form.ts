import type { ConfigDefinition, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
} from '../../factories.ts'

// biome-ignore format: table
export const CONFIG_DEFINITIONS: ConfigDefinition[] = [
  { key: 'api_key',  label: 'API key',   type: 'SECRET',       required: true,  order: 1, isSensitive: true },
  { key: 'region',   label: 'Region',    type: 'SELECT',       required: false, order: 2, options: ['eu', 'us'], defaultValue: 'eu' },
  { key: 'retries',  label: 'Retries',   type: 'NUMBER',       required: false, order: 3, defaultValue: '3' },
  { key: 'polite',   label: 'Polite',    type: 'BOOLEAN',      required: false, order: 4 },
  { key: 'channels', label: 'Channels',  type: 'MULTI_SELECT', required: false, order: 5, options: ['mail', 'sms'] },
  { key: 'sender',   label: 'Sender',    type: 'STRING',       required: true,  order: 6 },
  { key: 'port',     label: 'Port',      type: 'NUMBER',       required: false, order: 8, validation: 'int' },
  { key: 'mail',     label: 'Mail',      type: 'STRING',       required: false, order: 9, validation: 'email' },
  { key: 'account',  label: 'Account',   type: 'STRING',       required: false, order: 7, isSensitive: true },
]

export const makeConfigDocument = (overrides: Partial<SkillSetDocument> = {}) =>
  makeSkillSetDocument({
    configDefinitions: CONFIG_DEFINITIONS,
    permissions: { secrets: [{ key: 'api_key', hosts: ['api.example.com'] }] },
    ...overrides,
  })

export async function setUpConfig(document = makeConfigDocument()) {
  const user = await makeUser()
  const version = await makePublishedVersion({ document })
  return { user, ctx: await contextFor(user), version, ref: refOf(version), document }
}

function refOf({ skillSet }: TestVersion) {
  return { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
}
