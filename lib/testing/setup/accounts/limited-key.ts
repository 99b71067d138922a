import { createKey } from '../../../auth/manage-api-keys.ts'
import type { Context } from '../../../context/context.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import type { JsonObject } from '../../../kernel/json/json.ts'
import { contextFromKey } from '../../../protocols/session/context/context-from-key.ts'
import { callProtocolTool } from '../../../protocols/skills-protocol/protocol-tool.ts'
import { PROTOCOL_TOOLS } from '../../../protocols/skills-protocol/protocol-tools.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'
import { returns } from '../../fake-sandbox.ts'

const SCOPES = ['read', 'run', 'write']
const ADA = { name: 'Ada' }

/** Creates a person whose organisation has two private SkillSets; `run` runs a skill as that person. */
export async function setUpPrivateSkillSets() {
  const user = await makeUser()
  const publisher = await makePublisher({ owner: user })
  const publish = (more: Partial<SkillSetDocument> = {}) =>
    makePublishedVersion({ publisher, document: makeSkillSetDocument({ visibility: 'PRIVATE', ...more }) })
  const [inside, outside] = [await publish(), await publish()]
  const ctx = await contextFor(user, { sandbox: returns({ message: 'Hello.' }) })
  const run = (name: string) => runToEnd(ctx, { skill: { name }, args: ADA })
  return { ctx, inside, outside, publish, run }
}

/** Returns the context of a call with a new key of `limits`. */
export async function contextWithKey(ctx: Context, limits: object): Promise<Context> {
  const { key } = await createKey(ctx, { name: 'A key', scopes: SCOPES, expiresInDays: 1, ...limits })
  return contextOfKey(ctx, key)
}

async function contextOfKey({ sandbox }: Context, key: string): Promise<Context> {
  const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${key}` } })
  return { ...(await contextFromKey(request, [])), sandbox }
}

export const callAsAgent = (ctx: Context, name: string, params: JsonObject) =>
  callProtocolTool(ctx, PROTOCOL_TOOLS.find((tool) => tool.name === name)!, params)

export async function listSkillNames(ctx: Context): Promise<string[]> {
  const { skills } = (await callAsAgent(ctx, 'list_skills', { limit: 200 })) as { skills: { name: string }[] }
  return skills.map(({ name }) => name)
}
