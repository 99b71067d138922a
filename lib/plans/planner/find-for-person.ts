/** The search by what a person has and needs, as the page /find offers it. */

import { z } from 'zod'
import { type FoundChain, type FoundSkill, findSkills } from '../../catalog/find-skills.ts'
import { describeChain } from '../../catalog/model/describe-fit.ts'
import type { Held } from '../../catalog/model/held.ts'
import { isComplete, isPossible, type Sought } from '../../catalog/model/rank-candidates.ts'
import { readHeld } from '../../catalog/read-held.ts'
import type { Context } from '../../context/context.ts'
import type { RiskLevel } from '../../contracts/document/skillset-document.ts'
import { AppError, type Issue, ignoreAppError } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { readJson } from '../../kernel/json/read-json.ts'
import { formatMicros } from '../../kernel/money.ts'
import { withInputFragment } from '../../kernel/site/input-fragment.ts'
import { skillNamePath } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { MAX_FIND_WORDS_CHARS, MAX_HAVE_CHARS, MAX_NEEDED_CHARS } from '../model/find-limits.ts'
import { buildChainPlan } from './chain-plan.ts'

/** What a person can say that they need without writing JSON. `table` takes names of columns, `example` JSON. */
const NEEDS = ['anything', 'text', 'number', 'yes_or_no', 'texts', 'table', 'example'] as const
export type Need = (typeof NEEDS)[number]

const Request = z.object({
  words: z.string().trim().max(MAX_FIND_WORDS_CHARS, 'At most 200 characters.'),
  have: z.string().max(MAX_HAVE_CHARS, 'At most 100,000 characters: paste a part of it.'),
  need: z.enum(NEEDS),
  needed: z.string().max(MAX_NEEDED_CHARS, 'At most 10,000 characters.'),
})

export type FoundForPerson = {
  name: string
  title: string
  description: string
  why: string
  /** `possible`: only the type agrees, such as that of any text. */
  fit: 'sure' | 'possible' | 'none'
  price: string
  riskLevel: RiskLevel
  /** The skill's page, with what the person has in its form. */
  href: string
}

export type ChainForPerson = {
  titles: [first: string, second: string]
  why: string
  price: string
  /** The plan as JSON text, which can be saved. */
  planText: string
}

export type FoundByTypes = { skills: FoundForPerson[]; chains: ChainForPerson[] }

const MAX_SKILLS = 10
const MAX_CHAINS = 3

/** Returns the best first, or nothing. Chains need an account. Throws INVALID_INPUT with the field. */
export async function findForPerson(ctx: Context, sent: unknown): Promise<FoundByTypes> {
  const { words, have, need, needed } = parseFields(Request, sent)
  const held = have.trim() === '' ? undefined : await hold(ctx, readHave(have), '/have')
  const want = await readNeed(ctx, need, needed)
  if (words === '' && !held && !want) throw invalid('/have', 'Paste what you have, or choose what you need.')
  const request = {
    ...(words !== '' && { query: isStorable(words) ? words : '' }),
    ...(held && { have: held }),
    ...(want && { want }),
    filters: {},
    limit: MAX_SKILLS,
    maxChains: ctx.viewer ? MAX_CHAINS : 0,
  }
  const { skills, chains } = await findSkills(ctx, request)
  const plans = chains.map((chain) => describeFoundChain(ctx, chain).catch(ignoreAppError))
  return {
    skills: skills.map((found) => describeFound(found, fitOf(found, request))),
    chains: (await Promise.all(plans)).flatMap((plan) => (plan ? [plan] : [])),
  }
}

/** Text that is no JSON is a text. */
function readHave(text: string): Json {
  const { value, fault } = readJson(text)
  if (fault?.kind === 'excess') throw invalid('/have', `What you have is ${fault.message}.`)
  return fault ? text : value
}

const SCHEMAS: Record<Exclude<Need, 'anything' | 'table' | 'example'>, JsonSchema> = {
  text: { type: 'string' },
  number: { type: 'number' },
  yes_or_no: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
}

async function readNeed(ctx: Context, need: Need, needed: string): Promise<Held | undefined> {
  if (need === 'anything') return undefined
  if (need === 'table') return hold(ctx, tableSchema(needed), '/needed')
  if (need !== 'example') return hold(ctx, SCHEMAS[need], '/needed')
  const { value, fault } = readJson(needed)
  if (fault?.kind === 'excess') throw invalid('/needed', `The example is ${fault.message}.`)
  if (fault) throw invalid('/needed', 'Write an example, or a JSON Schema, as JSON.')
  return hold(ctx, value, '/needed')
}

function tableSchema(columns: string): JsonSchema {
  const names = columns
    .split(/[,;\n\t]/)
    .map((name) => name.trim())
    .filter(Boolean)
  const properties = Object.fromEntries(names.map((name): [string, Json] => [name, {}]))
  return { type: 'array', items: { type: 'object', properties, required: names } }
}

async function hold(ctx: Context, value: Json, path: string): Promise<Held> {
  const { held, issues } = await readHeld(ctx, value, path)
  if (!held) throw new AppError('INVALID_INPUT', { issues })
  return held
}

function invalid(path: string, message: string): AppError {
  const issue: Issue = { path, message, keyword: 'required' }
  return new AppError('INVALID_INPUT', { message, issues: [issue] })
}

function fitOf(found: FoundSkill, sought: Sought): FoundForPerson['fit'] {
  if (isComplete(found, sought)) return 'sure'
  return isPossible(found, sought) ? 'possible' : 'none'
}

function describeFound(found: FoundSkill, fit: FoundForPerson['fit']): FoundForPerson {
  const { name, title, description, why, riskLevel, priceMicros, have } = found
  const path = skillNamePath(name)
  return {
    ...{ name, title, description, why, fit },
    // `entriesOf` wrote this column.
    riskLevel: riskLevel as RiskLevel,
    price: formatMicros(priceMicros),
    href: have?.args === undefined ? path : withInputFragment(path, have.args),
  }
}

async function describeFoundChain(ctx: Context, chain: FoundChain): Promise<ChainForPerson | undefined> {
  const [first, second] = chain.rows
  const built = await buildChainPlan(ctx, chain, { goal: `${first.title}, then ${second.title}` })
  if (!built) return undefined
  return {
    titles: [first.title, second.title],
    why: describeChain(chain),
    price: built.price.label,
    planText: JSON.stringify(built.plan),
  }
}
