// A plain member changes nothing of a publisher through the API either; see member-actions.db.test.ts for the site.
import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { POST } from '#app/api/skill-folders/route.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import type { Organisation } from '../../kernel/db/generated/client.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeUser,
  type TestPublisher,
  type TestSkillSet,
  type TestUser,
} from '../../testing/factories.ts'

const db = database()

const SKILL = `---
name: greet
description: Greets people by their name, in a friendly and short way.
---
# Greet

Say hello to the person by name, then ask how you can help them today.
`

let owner: TestUser
let admin: TestUser
let member: TestUser
let organisation: Organisation
let publisher: TestPublisher
let draft: TestSkillSet

beforeEach(async () => {
  owner = await makeUser()
  admin = await makeUser()
  member = await makeUser()
  organisation = await makeOrganisation({ owner, admins: [admin], members: [member] })
  publisher = await makePublisher({ owner, organisation })
  draft = await makeDraft({ publisher })
})

/** Posts an Agent Skill with a new key of this person; resolves with the status and the error's code. */
async function postFolder(user: TestUser, query: Record<string, string>): Promise<[number, string?]> {
  const ctx = await contextFor(user, { organisation })
  const { key } = await createKey(ctx, { name: 'A key', scopes: ['read', 'write'], expiresInDays: 1 })
  const request = new Request(`http://localhost/api/skill-folders?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/zip' },
    body: Buffer.from(zipSync({ 'greet/SKILL.md': strToU8(SKILL) })),
  })
  const response = await POST(request, { params: Promise.resolve({}) })
  const body = await response.json()
  return [response.status, body.error?.code]
}

test('the folder API imports for owners and admins, and refuses a plain member with a key that may write', async () => {
  const into = { handle: publisher.handle, into: draft.slug }
  for (const query of [{ handle: publisher.handle }, into])
    expect(await postFolder(member, query)).toEqual([403, 'POLICY_DENIED'])
  expect(await db.skillSet.count({ where: { publisherId: publisher.id } })).toBe(1)
  expect((await db.draft.findUniqueOrThrow({ where: { skillSetId: draft.id } })).revision).toBe(1)

  expect(await postFolder(admin, into)).toEqual([200, undefined])
})
