import { afterAll, beforeAll } from 'vitest'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { exchangeIdToken, stageSubmission } from '../../../publishing/from-ci/stage-submission.ts'
import { trustRepository } from '../../../publishing/from-ci/trusted-repositories.ts'
import { type ActionsIssuer, startActionsIssuer } from '../../actions-issuer.ts'
import { contextFor, makePublishedVersion, makeUser, visitor } from '../../factories.ts'

const db = database()
export const SITE = 'https://market.example'

export async function makeMember(owner: Context) {
  const user = await makeUser()
  const { organisationId } = owner.viewer!
  await db.membership.create({ data: { organisationId, userId: user.id, role: 'MEMBER' } })
  return contextFor(user)
}

export function setUpActionsIssuer() {
  let issuer: ActionsIssuer

  beforeAll(async () => {
    issuer = await startActionsIssuer()
    process.env.GUILDHALL_ACTIONS_ISSUER = issuer.url
  })

  afterAll(() => {
    issuer.close()
    delete process.env.GUILDHALL_ACTIONS_ISSUER
  })

  /** Creates a published SkillSet that trusts acme/tools, and its next version. */
  async function makeTrustingProject(trust: object = {}) {
    const version = await makePublishedVersion()
    const { publisher, slug, id: skillSetId } = version.skillSet
    const owner = await contextFor(publisher.owner)
    await trustRepository(owner, skillSetId, { repository: 'acme/tools', ...trust })
    const name = `${publisher.handle}.${slug}`
    const document = {
      ...version.skillSet.document,
      version: '1.1.0',
      description: 'Greetings that CI built, in plain words.',
    }
    const exchange = async (claims?: object, audience = SITE) =>
      exchangeIdToken(
        visitor(),
        { id_token: await issuer.sign(audience, { ...claims }), skill_set: name },
        SITE,
      )
    const stage = async (sent: object = document) =>
      stageSubmission(visitor(), (await exchange()).token, { document: sent, note: 'From CI.' })
    return { version, publisher, skillSetId, owner, name, document, exchange, stage }
  }

  return {
    get issuer() {
      return issuer
    },
    makeTrustingProject,
  }
}
