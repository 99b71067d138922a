import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
} from '../../factories.ts'

const db = database()

/** Creates an organisation with a person of each role. */
async function makeCompany() {
  const [owner, admin, member] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, admins: [admin], members: [member] })
  const as = (user: typeof owner) => contextFor(user, { organisation })
  const publisher = await makePublisher({ owner, organisation })
  return { organisation, publisher, owner: await as(owner), admin: await as(admin), member: await as(member) }
}

export async function makeTwoCompanies() {
  const [giver, taker] = [await makeCompany(), await makeCompany()]
  const version = await makePublishedVersion({ publisher: giver.publisher })
  const { skillSetId, skillName } = version
  return { giver, taker, version, skillSetId, skillName }
}

export const noticeKindsOf = async (ctx: Context) =>
  (await db.notice.findMany({ where: { userId: ctx.viewer!.userId }, orderBy: { createdAt: 'asc' } })).map(
    ({ kind }) => kind,
  )
