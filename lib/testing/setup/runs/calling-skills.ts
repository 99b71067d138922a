import type { Context } from '../../../context/context.ts'
import type { SkillDocument, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestPublisher,
} from '../../factories.ts'

const ANYTHING = { type: 'object', properties: {}, additionalProperties: true }
const OPEN_CONTRACT = { parameters: ANYTHING, response: ANYTHING, examples: [{ title: 'One', input: {} }] }

/** Returns a skill whose handler has this body. */
export const makeBodySkill = (slug: string, body: string, more: Partial<SkillDocument> = {}) =>
  makeSkillDocument({
    slug,
    definition: `const work = async ({ parameters, context }) => { ${body} }
      export default async (input) => ({ message: 'Done.', ...(await work(input)) })`,
    ...OPEN_CONTRACT,
    ...more,
  })

export async function makeSandboxCaller(): Promise<Context> {
  return contextFor(await makeUser(), { sandbox: connectSandbox() })
}

export async function publishSkills(
  publisher: TestPublisher,
  slug: string,
  skills: SkillDocument[],
  set: Partial<SkillSetDocument> = {},
) {
  return makePublishedVersion({ publisher, document: makeSkillSetDocument({ slug, skills, ...set }) })
}

export const childrenOf = (parentRunId: string) =>
  database().run.findMany({ where: { parentRunId }, orderBy: { id: 'asc' } })
