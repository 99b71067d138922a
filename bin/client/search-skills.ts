import fs from 'node:fs'
import type { Json } from '#lib/kernel/json/json.ts'
import { createClient } from '#lib/protocols/sdk/client.ts'
import type { SkillFound, SkillSearch, SkillsFound } from '#lib/protocols/sdk/skill-search.ts'
import { type CliCommand, type CommandInput, UsageError } from '../commands/cli-command.ts'
import { readJsonFile } from '../commands/read-input-file.ts'
import { asAppError } from './as-app-error.ts'
import { chooseSite, requireKey, SITE_OPTION } from './site.ts'

export const searchSkillsCommand: CliCommand = {
  summary: 'Find skills by words, and by what you have and need.',
  usage: '[WORDS] [--have JSON|FILE] [--want JSON|FILE] [--max-price USDC] [--limit N] [--site URL]',
  options: {
    have: 'a JSON value that you have, or a JSON Schema of it: as JSON, or the name of a file',
    want: 'a JSON Schema of what you need, or an example of it: as JSON, or the name of a file',
    'max-price': 'the highest price of a run in USDC',
    limit: 'how many skills to show, 1 to 50 (default: 10)',
    ...SITE_OPTION,
  },
  positionals: [0, 1],
  needsDatabase: false,
  async run(input) {
    const search = readSearch(input)
    const site = chooseSite(input)
    const client = createClient({ baseUrl: site, key: requireKey(site) })
    const found = await client.findSkills(search).catch((error: unknown) => {
      throw asAppError(error)
    })
    return { text: describeFound(found), json: found }
  },
}

function readSearch({ positionals, options }: CommandInput): SkillSearch {
  const [query] = positionals
  const { have, want, limit } = options
  if (!query && have === undefined && want === undefined)
    throw new UsageError('Name words, --have or --want.')
  if (limit !== undefined && !/^([1-9]|[1-4]\d|50)$/.test(limit))
    throw new UsageError('--limit must be a whole number from 1 to 50.')
  return {
    ...(query && { query }),
    ...(have !== undefined && { have: readJson(have) }),
    ...(want !== undefined && { want: readJson(want) }),
    ...(options['max-price'] !== undefined && { maxPrice: options['max-price'] }),
    ...(limit !== undefined && { limit: Number(limit) }),
  }
}

/** A file of the name wins, since no file is called `{"a": 1}`. */
function readJson(text: string): Json {
  if (fs.existsSync(text)) return readJsonFile(text) as Json
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new UsageError(`${text} is neither a file nor JSON. Write text in quotes: '"text"'.`)
  }
}

function describeFound({ skills, chains = [], searched_for }: SkillsFound): string {
  const lines = [
    ...(searched_for === undefined ? [] : [`Searched for: ${searched_for}`, '']),
    ...skills.flatMap(describeSkill),
    ...chains.flatMap(({ why, price }) => ['Two skills together', `  ${why}`, `  ${price}`]),
  ]
  return lines.length > 0 ? lines.join('\n') : 'No skills match.'
}

function describeSkill({ name, version, description, why, price, risk_level, call }: SkillFound): string[] {
  return [
    `${name} ${version}`,
    `  ${description}`,
    ...(why ? [`  ${why}`] : []),
    `  ${price === '0' ? 'free' : `${price} USDC`}, ${risk_level}`,
    ...(call ? [`  run ${name} --args '${JSON.stringify(call.args).replaceAll("'", "'\\''")}'`] : []),
  ]
}
