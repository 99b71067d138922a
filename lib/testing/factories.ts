/**
 * Factories for test data. Names are unique, so tests need no clean-up or order. They write rows directly where the
 * real path would need a review, with the same result.
 */
import { randomBytes } from 'node:crypto'
import type { Context } from '../context/context.ts'
import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { VersionState } from '../contracts/versions/version-states.ts'
import type { Organisation, Publisher, SkillSet, User, Version } from '../kernel/db/generated/client.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { Json } from '../kernel/json/json.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { returns } from './fake-sandbox.ts'

export type TestUser = User & { organisation: Organisation }

/** Returns a unique name, for example "word_1f9c…", which is a valid slug and handle. */
export function freshName(word = 'thing'): string {
  return `${word}_${randomBytes(5).toString('hex')}`
}

export async function makeUser(
  overrides: Partial<Pick<User, 'email' | 'name' | 'role' | 'passwordHash'>> = {},
): Promise<TestUser> {
  const name = freshName('person')
  const user = await database().user.create({ data: { email: `${name}@test.local`, name, ...overrides } })
  const organisation = await database().organisation.create({
    data: {
      name: user.name,
      personalOfId: user.id,
      createdById: user.id,
      members: { create: { userId: user.id, role: 'OWNER' } },
    },
  })
  return { ...user, organisation }
}

export function makeAdmin(): Promise<TestUser> {
  return makeUser({ role: 'ADMIN' })
}

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

/** Without `organisation`, `owner`'s personal organisation owns it. */
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

/** Returns a skill that greets and passes every check. */
export function makeSkillDocument(overrides: Partial<SkillDocument> = {}): SkillDocument {
  return {
    slug: 'greet',
    name: 'Greet a person',
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
 * Creates a published version, and a SkillSet unless `skillSet` is given; `skillName` is its first skill's full name.
 * Writes no catalogue rows: tests of search publish through the service.
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

type ContextWanted = { organisation?: Organisation; sandbox?: Sandbox; channel?: Context['channel'] }

/** Throws if the user is not a member of the organisation. */
export async function contextFor(user: TestUser, wanted: ContextWanted = {}): Promise<Context> {
  const {
    organisation = user.organisation,
    sandbox = returns({ message: 'Hello.' }),
    channel = 'form',
  } = wanted
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
  return { viewer, db: database(), sandbox, channel }
}

export function visitor(sandbox: Sandbox = returns({ message: 'Hello.' })): Context {
  return { viewer: null, db: database(), sandbox, channel: 'form' }
}
