/** Includes private skills of a key's organisation. Cursors are names: publishing shifts nothing. */

import { type Context, isWithinKey, type SkillScope } from '../../context/context.ts'
import { buildOutputSchema } from '../../contracts/document/contract-document.ts'
import { promisedFields } from '../../contracts/results/promised-fields.ts'
import { buildManifest } from '../../contracts/skill-folders/manifest.ts'
import { buildFrontmatter, renderSkillMarkdown } from '../../contracts/skill-folders/skill-markdown.ts'
import { findLatestStable } from '../../contracts/versions/choose-version.ts'
import { AppError, ignoreAppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { dryRunAmountOf } from '../../kernel/money.ts'
import { isCallableName, isSlug } from '../../kernel/names/skill-name.ts'
import { findCurrentHandle, findSkillSetByName } from '../../publishing/rows/former-names.ts'
import { type ListedEntry, listCatalogNames, listOwnPrivate } from '../../publishing/rows/skill-names.ts'
import { findPublishedDocument } from '../../publishing/rows/versions.ts'
import { type CallsQuote, quoteCalls } from '../../runs/prepare/quote-run.ts'
import { buildContract } from '../../runs/resolve/runnable.ts'
import { BUILT_IN_SKILLS } from '../../tools/builtin-skills/built-in-skills.ts'
import { FIND_EXTRAS, findForAgent, isSearch, type UnlistedSkill } from './find-for-agent.ts'
import { type OpenedSkill, openSkill, requireReadableText } from './open-skill.ts'
import type { ProtocolTool } from './protocol-tool.ts'
import { DESCRIBE_SKILL, LIST_SKILLS } from './protocol-tool-schemas.ts'

export const listSkills: ProtocolTool = {
  ...LIST_SKILLS,
  scope: 'read',
  isPublic: true,
  extras: {
    namespace: { minLength: 1, maxLength: 200 },
    limit: { minimum: 1, maximum: 200 },
    cursor: { maxLength: 400 },
    ...FIND_EXTRAS,
  },
  hint: 'With query, have or want it searches.',
  shownExtras: ['query', 'have', 'want'],
  async run(ctx: Context, params: JsonObject, sent: JsonObject) {
    if (isSearch(sent)) return findForAgent(ctx, sent, await listUnlisted(ctx, sent))
    const { namespace, detail, limit, cursor } = params as {
      namespace?: string
      detail: 'names' | 'summary'
      limit: number
      cursor?: string
    }
    const after = cursor === undefined ? undefined : readCursor(cursor, namespace)
    const found = await listPage(ctx, {
      namespace: namespace && (await currentNamespace(ctx.db, namespace)),
      after,
      limit: limit + 1,
    })
    const listed = found.slice(0, limit)
    const last = listed.at(-1)
    return {
      skills: listed.map((entry) => (detail === 'summary' ? summary(entry) : nameOnly(entry))),
      next_cursor: last && found.length > limit ? writeCursor(last.name, namespace) : null,
    }
  },
}

const MAX_COMPLETIONS = 100

/** Returns up to a hundred names of skills that continue `start`, sorted. */
export async function completeSkillName(ctx: Context, start: string): Promise<string[]> {
  const entries = await listPage(ctx, { after: start, limit: MAX_COMPLETIONS })
  return entries.map(({ name }) => name).filter((name) => name.startsWith(start))
}

/** Accepts a former namespace. */
async function currentNamespace(db: Context['db'], namespace: string): Promise<string> {
  const [publisher = '', skillset, skill, ...more] = namespace.split('.')
  if (more.length > 0 || !isSlug(publisher)) return namespace
  if (skillset === undefined) return (await findCurrentHandle(db, publisher)) ?? namespace
  const found = await findSkillSetByName(db, { publisher, skillset })
  return found ? [found.publisher, found.skillset, ...(skill ? [skill] : [])].join('.') : namespace
}

type Page = { namespace?: string; after?: string; limit: number }

async function listPage(ctx: Context, page: Page): Promise<ListedEntry[]> {
  if (ctx.keyGrant?.toolset) return listToolset(ctx, ctx.keyGrant.toolset.skillNames, page)
  const { db, viewer } = ctx
  const everything = viewer ? await listOwnSkills(db, viewer.organisationId) : []
  const own = everything.filter(({ name }) => isWithinKey(ctx, findScope(name)))
  const unlisted = [...BUILT_IN_SKILLS.map(asEntry), ...own].filter(({ name }) => isOnPage(name, page))
  const replaced = new Set(unlisted.map(({ name }) => name))
  const listed = await listCatalogNames(db, { ...page, except: [...replaced] })
  return [...listed, ...unlisted].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, page.limit)
}

async function listToolset(ctx: Context, names: readonly string[], page: Page): Promise<ListedEntry[]> {
  const pageNames = names.filter((name) => isOnPage(name, page)).toSorted((a, b) => (a < b ? -1 : 1))
  const opened = await Promise.all(pageNames.map((name) => openSkill(ctx, { name }).catch(ignoreAppError)))
  return opened
    .flatMap((each) => (each ? [each] : []))
    .map(({ name, version, skill }) => ({
      name,
      version,
      description: skill.description,
      kind: skill.kind ?? 'action',
    }))
    .slice(0, page.limit)
}

function findScope(name: string): SkillScope {
  return { skillSet: name.slice(0, name.lastIndexOf('.')), skill: name }
}

async function listOwnSkills(db: Context['db'], organisationId: string): Promise<ListedEntry[]> {
  return (await openOwnSkills(db, organisationId)).map(({ name, document, skill }) => ({
    name,
    version: document.version,
    description: skill.description,
    kind: skill.kind ?? 'action',
  }))
}

/** Returns skills whose latest version is private. */
async function openOwnSkills(db: Context['db'], organisationId: string): Promise<UnlistedSkill[]> {
  const sets = await listOwnPrivate(db, organisationId)
  const listed = sets.map(async ({ prefix, versions }) => {
    const latest = findLatestStable(versions)
    if (latest?.visibility !== 'PRIVATE') return []
    const document = await findPublishedDocument(db, latest.id)
    return (document?.skills ?? []).map((skill) => ({
      name: `${prefix}.${skill.slug}`,
      document: { ...document!, version: latest.number },
      skill,
    }))
  })
  return (await Promise.all(listed)).flat()
}

/** Returns what a search finds beside the catalogue: private skills, or instead of it the skills of a toolset. */
async function listUnlisted(
  ctx: Context,
  { namespace }: JsonObject,
): Promise<{ skills: UnlistedSkill[]; isOnly: boolean }> {
  const { db, viewer, keyGrant } = ctx
  const isUnderNamespace = ({ name }: UnlistedSkill) =>
    typeof namespace !== 'string' || isUnder(name, namespace)
  if (keyGrant?.toolset) {
    const names = keyGrant.toolset.skillNames
    const opened = await Promise.all(names.map((name) => openSkill(ctx, { name }).catch(ignoreAppError)))
    return { skills: opened.flatMap((each) => (each ? [each] : [])).filter(isUnderNamespace), isOnly: true }
  }
  // A key for few skills finds these: in a large catalogue they may not be among the best for all.
  const named = [keyGrant, ...(keyGrant?.ancestors ?? [])].find((reach) => reach?.skills?.length)?.skills
  if (named) {
    const names = named.filter((name) => isWithinKey(ctx, findScope(name)))
    const opened = await Promise.all(names.map((name) => openSkill(ctx, { name }).catch(ignoreAppError)))
    return { skills: opened.flatMap((each) => (each ? [each] : [])).filter(isUnderNamespace), isOnly: true }
  }
  const own = viewer ? await openOwnSkills(db, viewer.organisationId) : []
  const skills = own.filter(({ name }) => isWithinKey(ctx, findScope(name))).filter(isUnderNamespace)
  return { skills, isOnly: false }
}

function isOnPage(name: string, { namespace, after }: Page): boolean {
  return (after === undefined || name > after) && (!namespace || isUnder(name, namespace))
}

function isUnder(name: string, namespace: string): boolean {
  return name === namespace || name.startsWith(`${namespace}.`)
}

function asEntry({ name, document, skill }: (typeof BUILT_IN_SKILLS)[number]): ListedEntry {
  return { name, version: document.version, description: skill.description, kind: skill.kind ?? 'action' }
}

function nameOnly({ name, version }: ListedEntry): JsonObject {
  return { name, version }
}

function summary({ name, version, description, kind }: ListedEntry): JsonObject {
  return { name, version, description, namespace: name.split('.').slice(0, -1).join('.'), kind }
}

function writeCursor(name: string, namespace = ''): string {
  return Buffer.from(JSON.stringify([name, namespace])).toString('base64url')
}

/** Throws INVALID_INPUT for another namespace's cursor. */
function readCursor(cursor: string, namespace = ''): string {
  const [name, listedUnder] = parseCursor(cursor)
  const isOurs = isCallableName(name) && listedUnder === namespace
  if (isOurs && writeCursor(String(name), namespace) === cursor) return String(name)
  throw new AppError('INVALID_INPUT', {
    message: 'Invalid cursor.',
    issues: [{ path: '/cursor', message: 'is not a valid cursor for this list', keyword: 'cursor' }],
    suggestedAction: 'Call again without a cursor.',
  })
}

function parseCursor(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

export const describeSkill: ProtocolTool = {
  ...DESCRIBE_SKILL,
  scope: 'read',
  isPublic: true,
  extras: { name: { maxLength: 200 }, version: { minLength: 1, maxLength: 100 } },
  async run(ctx: Context, params: JsonObject) {
    const { name, version, detail } = params as { name: string; version?: string; detail: Detail }
    const opened = await openSkill(ctx, { name, version })
    if (detail === 'full') await requireReadableText(opened)
    return { skill: described(opened, detail, await quoteCalls(ctx, opened)) }
  },
}

type Detail = 'manifest' | 'summary' | 'full'

function described(opened: OpenedSkill, detail: Detail, { priceOfCalls, riskLevel }: CallsQuote): JsonObject {
  const { name, version, document, skill, notices = [], forSale } = opened
  const isAction = skill.kind !== 'instruction'
  const contract = isAction && buildContract(document, skill)
  return {
    name,
    version,
    kind: skill.kind ?? 'action',
    ...(notices.length > 0 && { notices }),
    manifest: buildManifest(opened),
    ...(!isAction && skill.pricing && { price: describePrice(opened) }),
    ...(forSale && { text_for_sale: forSale }),
    ...(contract && {
      price: describePrice(opened),
      dry_run_price: dryRunAmountOf(skill),
      price_of_calls: priceOfCalls,
      risk_level: riskLevel,
      guaranteed_fields: promisedFields(buildOutputSchema(skill)),
      contract_hash: contract.hash,
      permissions_hash: contract.permissionsHash,
    }),
    ...(detail !== 'manifest' && {
      frontmatter: buildFrontmatter(opened),
      ...(contract && {
        input_schema: contract.parameters ?? {},
        output_schema: buildOutputSchema(skill),
      }),
    }),
    ...(detail === 'full' && { content: renderSkillMarkdown(opened, { priceOfCalls }) }),
  }
}

/** Returns "0" if free. */
function describePrice({ skill: { pricing } }: OpenedSkill): Json {
  if (!pricing) return { model: 'per_job', amount: '0', currency: 'USDC' }
  const { model, amount, currency, perItem } = pricing
  return { model, amount, currency, ...(perItem && { per_item: perItem }) }
}
