/**
 * Things for tests to start from. Every name is fresh, so tests need no clean-up and no order.
 *
 * Each factory fills what the test does not name. They write rows directly where the trade's own way would
 * take a review; what they write is what the trade would have written.
 */
import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import type { VersionState } from '../contract/version/version-moves.ts'
import { database } from '../db/client.ts'
import type { Organisation, Publisher, SkillSet, User, Version } from '../db/generated/client.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { returns } from './pretend-sandbox.ts'

export type TestUser = User & { organisation: Organisation }

/** "word_1f9c…": fits every slug and handle. */
export function freshName(word = 'thing'): string {
  return `${word}_${randomBytes(5).toString('hex')}`
}

/** A person with the organisation everyone has to themselves. */
export async function makeUser(
  overrides: Partial<Pick<User, 'email' | 'name' | 'role' | 'passwordHash'>> = {},
): Promise<TestUser> {
  const name = freshName('person')
  const user = await database().user.create({ data: { email: `${name}@test.local`, name, ...overrides } })
  const organisation = await database().organisation.create({
    data: { name: user.name, personalOfId: user.id, members: { create: { userId: user.id, role: 'OWNER' } } },
  })
  return { ...user, organisation }
}

export function makeAdmin(): Promise<TestUser> {
  return makeUser({ role: 'ADMIN' })
}

/** An organisation that people share. */
export async function makeOrganisation(members: {
  owner: User
  admins?: User[]
  members?: User[]
}): Promise<Organisation> {
  const { owner, admins = [], members: plain = [] } = members
  const rows = [
    { userId: owner.id, role: 'OWNER' as const },
    ...admins.map((user) => ({ userId: user.id, role: 'ADMIN' as const })),
    ...plain.map((user) => ({ userId: user.id, role: 'MEMBER' as const })),
  ]
  return database().organisation.create({
    data: { name: freshName('organisation'), members: { create: rows } },
  })
}

export type TestPublisher = Publisher & { owner: TestUser }

/** A handle, owned by `owner`'s own organisation unless another is named. */
export async function makePublisher(
  overrides: { owner?: TestUser; organisation?: Organisation; handle?: string; verifiedAt?: Date } = {},
): Promise<TestPublisher> {
  const {
    owner = await makeUser(),
    organisation = owner.organisation,
    handle = freshName('press'),
    verifiedAt,
  } = overrides
  const publisher = await database().publisher.create({
    data: { handle, displayName: handle, organisationId: organisation.id, verifiedAt },
  })
  return { ...publisher, owner }
}

/** A skill that greets, and would pass every check. */
export function makeSkillDocument(overrides: Partial<SkillDocument> = {}): SkillDocument {
  return {
    slug: 'greet',
    name: 'Greet somebody',
    description: 'Says hello to the person you name, politely.',
    prompt:
      'Use this skill to greet a person by name. It takes the name and returns the greeting as a message.',
    definition:
      "async function handler({ parameters }) {\n  return { message: 'Hello, ' + parameters.name + '!' }\n}\n",
    parameters: {
      type: 'object',
      properties: { name: { type: 'string', description: 'Whom to greet' } },
      required: ['name'],
    },
    response: {
      type: 'object',
      properties: { message: { type: 'string', description: 'The greeting' } },
      required: ['message'],
    },
    examples: [{ title: 'Greet Ada', input: { name: 'Ada' } }],
    ...overrides,
  }
}

/** A complete SkillSet of one skill, free and public. */
export function makeSkillSetDocument(overrides: Partial<SkillSetDocument> = {}): SkillSetDocument {
  return {
    slug: freshName('set'),
    name: 'Greetings',
    version: '1.0.0',
    description: 'Small greetings for every occasion, in plain words.',
    changelog: 'The first version.',
    visibility: 'PUBLIC',
    categories: ['text'],
    source: 'open',
    skills: [makeSkillDocument()],
    ...overrides,
  }
}

type SkillSetWanted = { publisher?: TestPublisher; document?: SkillSetDocument }
export type TestSkillSet = SkillSet & { publisher: TestPublisher; document: SkillSetDocument }

/** A SkillSet with a working copy and no version. */
export async function makeDraft(wanted: SkillSetWanted = {}): Promise<TestSkillSet> {
  const { publisher = await makePublisher(), document = makeSkillSetDocument() } = wanted
  const skillSet = await database().skillSet.create({
    data: {
      publisherId: publisher.id,
      slug: document.slug,
      name: document.name,
      draft: { create: { document: document as unknown as Json & object, updatedById: publisher.owner.id } },
    },
  })
  return { ...skillSet, publisher, document }
}

export type TestVersion = Version & { skillSet: TestSkillSet; skillName: string }

/**
 * A version as it stands after review; `skillName` is its first skill's full name. Of `skillSet` when given,
 * else of a new one. The catalogue's rows are not written: a test of search publishes by the service.
 */
export async function makePublishedVersion(
  wanted: SkillSetWanted & { skillSet?: TestSkillSet; state?: VersionState } = {},
): Promise<TestVersion> {
  const skillSet = wanted.skillSet ?? (await makeDraft(wanted))
  const document = wanted.document ?? skillSet.document
  const version = await database().version.create({
    data: {
      skillSetId: skillSet.id,
      number: document.version,
      state: wanted.state ?? 'PUBLISHED',
      visibility: document.visibility,
      document: document as unknown as Json & object,
      changelog: document.changelog ?? '',
      publishedAt: new Date(),
      reviewed: true,
    },
  })
  const skillName = [skillSet.publisher.handle, skillSet.slug, document.skills[0]?.slug].join('.')
  return { ...version, skillSet, skillName }
}

type ContextWanted = { organisation?: Organisation; sandbox?: Sandbox; door?: Context['door'] }

/** What a session would make for `user`. Throws when they are no member of the organisation. */
export async function contextFor(user: TestUser, wanted: ContextWanted = {}): Promise<Context> {
  const { organisation = user.organisation, sandbox = returns({ message: 'Hello.' }), door = 'form' } = wanted
  const membership = await database().membership.findUniqueOrThrow({
    where: { organisationId_userId: { organisationId: organisation.id, userId: user.id } },
  })
  const viewer = {
    userId: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    organisationId: organisation.id,
    organisationName: organisation.name,
    organisationRole: membership.role,
  }
  return { viewer, db: database(), sandbox, door }
}

/** The Context of somebody who has not signed in. */
export function visitor(sandbox: Sandbox = returns({ message: 'Hello.' })): Context {
  return { viewer: null, db: database(), sandbox, door: 'form' }
}
