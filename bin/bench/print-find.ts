/** Measures the search by types: 10,000 contracts made from real schemas of tools, and arguments that their authors call valid. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { countTokens } from 'gpt-tokenizer'
import { contractFields } from '#lib/catalog/model/listed-contract.ts'
import { searchableText } from '#lib/catalog/model/searchable-text.ts'
import type { NewEntry } from '#lib/catalog/rows/catalog-entries.ts'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/kernel/json/json.ts'
import { applyMigrations } from '#prisma/migrate.ts'
import { ensureDatabase } from '../server/postgres/databases.ts'
import { startTemporaryPostgres } from '../server/postgres/temporary-postgres.ts'
import { computeFigures, formatMs } from './measure-pace.ts'

const CONTRACTS = 10_000
const TASKS = 200
const MAX_QUERY_CHARS = 60

type ToolRow = { name: string; description?: string; schema: JsonSchema; valid_args?: Json }
type Tool = { name: string; description: string; input: JsonSchema; args: JsonObject | undefined }

const folder = process.env.GUILDHALL_CORPORA
const file = folder && path.join(folder, 'tool-schemas.jsonl')
if (file && existsSync(file)) await printFind(readTools(file))
else console.log('\nfind: skipped; name a folder with GUILDHALL_CORPORA')

function readTools(from: string): Tool[] {
  const lines = readFileSync(from, 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const { name, description = '', schema, valid_args } = JSON.parse(line) as ToolRow
    const { schema: input } = canonicalSchema(schema)
    if (input?.type !== 'object') return []
    const [first] = Array.isArray(valid_args) ? valid_args : [valid_args]
    return [
      {
        name,
        description: description.replaceAll('\0', ''),
        input,
        args: isObject(first) ? first : undefined,
      },
    ]
  })
}

async function printFind(tools: readonly Tool[]): Promise<void> {
  const postgres = await startTemporaryPostgres()
  await ensureDatabase(postgres.url('postgres'), 'bench')
  process.env.DATABASE_URL = postgres.url('bench')
  await applyMigrations(process.env.DATABASE_URL)
  // These modules read the environment just set.
  const { database } = await import('#lib/kernel/db/prisma-client.ts')
  const { findForAgent } = await import('#lib/protocols/skills-protocol/find-for-agent.ts')
  const entries = Array.from({ length: CONTRACTS }, (_, index) => makeEntry(tools, index))
  for (let at = 0; at < entries.length; at += 1_000)
    await database().catalogEntry.createMany({ data: entries.slice(at, at + 1_000) })
  await database().$executeRaw`ANALYZE "CatalogEntry"`
  const ctx = { db: database(), viewer: null } as never
  const tasks = tools
    .flatMap(({ args, ...tool }, index) => (args ? [{ ...tool, args, index }] : []))
    .slice(0, TASKS)
  console.log(`\nfind, ${CONTRACTS} contracts, ${tasks.length} tasks`)
  for (const withWords of [false, true]) {
    const durationsMs: number[] = []
    let [found, tokens] = [0, 0]
    for (const { description, name, args, index } of tasks) {
      const query = (description || name).slice(0, MAX_QUERY_CHARS)
      const begun = performance.now()
      const answer = await findForAgent(
        ctx,
        { have: args, limit: 5, ...(withWords && { query }) },
        { skills: [], isOnly: false },
      )
      durationsMs.push(performance.now() - begun)
      tokens = Math.max(tokens, countTokens(JSON.stringify(answer)))
      const skills = (answer.skills as JsonObject[]).slice(0, 3)
      if (skills.some((skill) => skill.name === entries[index]?.name)) found += 1
    }
    const { p50, p95 } = computeFigures(durationsMs)
    console.log(
      `  ${withWords ? 'types and words' : 'types alone'}   first three ${((100 * found) / tasks.length).toFixed(1)}%   at most ${tokens} tokens   p50 ${formatMs(p50)}   p95 ${formatMs(p95)}`,
    )
  }
  await database().$disconnect()
  await postgres.stop()
}

/** The first entries are the tools themselves; the others are variants that do not take the same arguments. */
function makeEntry(tools: readonly Tool[], index: number): NewEntry {
  const tool = tools[index % tools.length]!
  const variant = Math.floor(index / tools.length)
  return {
    name: `bench.variant_${variant}.tool_${index}`,
    publisher: 'bench',
    skillSetSlug: `variant_${variant}`,
    skillSlug: `tool_${index}`,
    title: tool.name,
    description: tool.description,
    skillSetName: 'Bench',
    versionNumber: '1.0.0',
    kind: 'action',
    runtime: 'javascript',
    riskLevel: 'read-only',
    searchTitle: searchableText(tool.name),
    searchDescription: searchableText(tool.description),
    publishedAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
    ...contractFields({ input: variant === 0 ? tool.input : changeInput(tool.input, variant), output: {} }),
  }
}

/** Adds a required field, renames one, or changes the type of one. */
function changeInput(input: JsonSchema, variant: number): JsonSchema {
  const properties: JsonObject = isObject(input.properties) ? { ...input.properties } : {}
  const required = Array.isArray(input.required) ? input.required.map(String) : []
  const names = Object.keys(properties)
  const field = names[variant % Math.max(1, names.length)]
  if (field === undefined || variant % 3 === 0) {
    const added = `extra_${variant}`
    return {
      ...input,
      properties: { ...properties, [added]: { type: 'string' } },
      required: [...required, added],
    }
  }
  if (variant % 3 === 1) {
    const { [field]: moved = {}, ...rest } = properties
    const renamed = `${field}_${variant}`
    const others = required.filter((name) => name !== field)
    return { ...input, properties: { ...rest, [renamed]: moved }, required: [...others, renamed] }
  }
  const inner = `v${variant}`
  const nested = { type: 'object', properties: { [inner]: { type: 'string' } }, required: [inner] }
  return {
    ...input,
    properties: { ...properties, [field]: nested },
    required: [...new Set([...required, field])],
  }
}
