import type { SkillDocument, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import {
  contextFor,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'
import { returns } from '../../fake-sandbox.ts'

export const SECRET = 'xoxb-0123456789-abcdef'

/** A SkillSet whose skill sends a secret to chat.example. */
export function makeChatDocument(skill: Partial<SkillDocument> = {}): SkillSetDocument {
  return makeSkillSetDocument({
    configDefinitions: [
      { key: 'token', label: 'Chat token', type: 'SECRET', required: true, order: 1 },
      {
        key: 'channel',
        label: 'Channel',
        type: 'STRING',
        required: false,
        defaultValue: 'general',
        order: 2,
      },
    ],
    permissions: { secrets: [{ key: 'token', hosts: ['chat.example'] }] },
    skills: [makeSkillDocument(skill)],
  })
}

/** A draft of an organisation with a person of each role. */
export async function setUpTestSettings(document = makeChatDocument()) {
  const [owner, admin, member] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, admins: [admin], members: [member] })
  const publisher = await makePublisher({ owner, organisation })
  const skillSet = await makeDraft({ publisher, document })
  const sandbox = returns({ message: 'Hello.' })
  const as = (user: typeof owner) => contextFor(user, { organisation, sandbox, channel: 'studio' })
  return {
    ...{ organisation, publisher, skillSet, sandbox, document, skillSetId: skillSet.id },
    ...{ owner: await as(owner), admin: await as(admin), member: await as(member) },
  }
}
