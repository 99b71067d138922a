/** `key create`: an API key for a person, printed this once. */
import { requireViewer } from '#lib/context.ts'
import { OFFERED_SCOPES } from '#lib/contract/market/key-scopes.ts'
import { createKey } from '#lib/keys/keys.ts'
import { type Command, UsageError } from './command.ts'
import { contextFor, ORG_OPTION } from './who.ts'

const DEFAULT_SCOPES = 'read,run'

export const keyCreateCommand: Command = {
  summary: 'Make an API key for somebody. It is shown this once.',
  usage:
    '[--email EMAIL] [--scopes read,run] [--org NAME] [--name TEXT] [--cap 1.00] [--expires 30d] [--skillsets a.b,c.d]',
  options: {
    email: 'who the key acts as; the first admin when left out',
    scopes: `some of ${OFFERED_SCOPES.join(',')}; ${DEFAULT_SCOPES} when left out (admin is reserved and opens nothing)`,
    ...ORG_OPTION,
    name: 'what the key is for',
    cap: 'the most it may spend in a day, in USDC; no cap of its own when left out',
    expires: 'how long it lives, as 30d, 12w or 1y; for ever when left out',
    skillsets: 'the SkillSets it may run, as publisher.skillset; all when left out',
  },
  words: 0,
  meetsDatabase: true,
  async run({ options }) {
    const { email, org, name = 'Command line', scopes = DEFAULT_SCOPES, cap, expires, skillsets } = options
    const ctx = await contextFor({ email, org })
    const given = {
      name,
      scopes: listOf(scopes),
      expiresInDays: expires === undefined ? null : daysOf(expires),
      dailyCap: cap ?? null,
      skillSets: skillsets === undefined ? [] : listOf(skillsets),
    }
    const made = await createKey(ctx, given)
    const { email: owner, organisationName } = requireViewer(ctx)
    return {
      text: `${made.key}\n\nActs as ${owner} for ${organisationName}. Keep it now: it is not shown again.`,
      json: {
        key: made.key,
        name: made.name,
        scopes: given.scopes,
        organisation: organisationName,
        expires_at_ms: made.expiresAtMs,
        daily_cap: given.dailyCap,
        skillsets: given.skillSets,
      },
    }
  },
}

function listOf(text: string): string[] {
  return text.split(',').map((each) => each.trim())
}

const DAYS = { d: 1, w: 7, y: 365 }

function daysOf(text: string): number {
  const [, count, unit = 'd'] = /^([1-9]\d{0,4})([dwy])?$/.exec(text) ?? []
  if (!count) throw new UsageError(`--expires ${text}: say it as 30d, 12w or 1y.`)
  return Number(count) * DAYS[unit as keyof typeof DAYS]
}
